//! What a run remembers for the next one.

use super::{Data, Kind, Primitive, View};

/// The conversation as a run that proceeded left it, fillers left out: the baseline of `preservation`.
///
/// Prose, role, tool name and tag are not part of it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Snapshot {
    /// One record per entry, in timeline order.
    pub records: Vec<Record>,
    /// The model the request went to, when known.
    pub model: Option<String>,
}

/// One entry of a [`Snapshot`].
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The primitive's id.
    pub id: String,
    /// Its kind.
    pub kind: Kind,
    /// Its payload; `null` is none.
    pub payload: Option<Data>,
    /// When it was created, in milliseconds.
    pub at: i64,
}

impl Snapshot {
    /// The snapshot of a timeline.
    pub(crate) fn of<P: Primitive>(view: &View<P>, model: Option<&str>) -> Self {
        Self {
            records: view
                .rows()
                .iter()
                .map(|row| Record {
                    id: row.primitive.id().to_owned(),
                    kind: row.kind,
                    payload: row.payload().map(super::Datum::to_data),
                    at: row.at,
                })
                .collect(),
            model: model.map(str::to_owned),
        }
    }
}
