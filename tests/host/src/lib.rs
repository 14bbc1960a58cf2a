//! A host for tests; all of it is in `tests/`.
