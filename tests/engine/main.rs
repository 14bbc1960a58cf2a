//! What the engine does that no fixture can show: refusing stores, counted reads, threads.

mod host;
mod reading;
mod reconfigure;
mod refusals;
