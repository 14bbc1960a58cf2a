//! What the engine does that no fixture can show: refusing stores, counted reads, values beyond JSON, threads.

mod host;
mod reading;
mod reconfigure;
mod refusals;
mod values;
