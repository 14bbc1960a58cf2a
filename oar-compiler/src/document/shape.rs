//! The closed world as tables: which members each document has, and what may stand in them.
//!
//! The tables follow the published JSON Schemas, which are part of the specification (OAR-CONF-1). What no table can
//! say (`transform` belongs to one effect only) is in `rule`.

use super::pattern::Pattern;
use super::rule::{Action, Effect, Enforcement, Kind, Status, TransformAction};

/// What may stand somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// `true` or `false`.
    Bool,
    /// A whole number, at least this.
    Integer(i64),
    /// Any string.
    Text,
    /// A string of at least one character.
    NonEmpty,
    /// A string that follows a grammar.
    Name(Pattern),
    /// One of a closed set of strings.
    Word(&'static [&'static str]),
    /// A list.
    List(List),
    /// An object with keys of the author's choice.
    Map {
        /// The grammar of the keys; any string without one.
        key: Option<Pattern>,
        /// What stands behind each key.
        value: &'static Shape,
    },
    /// An object with a closed set of members.
    Object(&'static [Member]),
}

/// What a list may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List {
    /// What each item is.
    pub(crate) item: &'static Shape,
    /// Whether no two items may be equal.
    pub(crate) unique: bool,
    /// Whether it may have no items.
    pub(crate) may_be_empty: bool,
}

/// A member of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// Its name.
    pub(crate) name: &'static str,
    /// The clause that defines it.
    pub(crate) clause: &'static str,
    /// Whether it must be there.
    pub(crate) required: bool,
    /// What may stand in it.
    pub(crate) shape: Shape,
}

/// A kind of document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DocumentShape {
    /// What to call it.
    pub(crate) name: &'static str,
    /// The member that tells it apart, and holds its version.
    pub(crate) marker: &'static str,
    /// Its members, the marker included.
    pub(crate) members: &'static [Member],
    /// The clause about members that are missing.
    pub(crate) missing: &'static str,
    /// The clause about members that it does not have.
    pub(crate) unknown: &'static str,
    /// The clauses about its version: not a version, another major, a later minor.
    pub(crate) version: [&'static str; 3],
    /// Whether `x-` members are legal at its top level (OAR-DOC-26).
    pub(crate) extensions: bool,
}

const fn required(name: &'static str, clause: &'static str, shape: Shape) -> Member {
    Member {
        name,
        clause,
        required: true,
        shape,
    }
}

const fn optional(name: &'static str, clause: &'static str, shape: Shape) -> Member {
    Member {
        name,
        clause,
        required: false,
        shape,
    }
}

const fn list(item: &'static Shape) -> Shape {
    Shape::List(List {
        item,
        unique: false,
        may_be_empty: true,
    })
}

const fn set(item: &'static Shape) -> Shape {
    Shape::List(List {
        item,
        unique: true,
        may_be_empty: true,
    })
}

const VERSION: Shape = Shape::Name(Pattern::Version);

/// Rule documents (section 2).
pub(crate) const RULE: DocumentShape = DocumentShape {
    name: "rule document",
    marker: "oar",
    members: &[
        required("oar", "OAR-DOC-3", VERSION),
        required("id", "OAR-DOC-6", Shape::Name(Pattern::RuleId)),
        optional("namespace", "OAR-DOC-7", Shape::Name(Pattern::Namespace)),
        required("kind", "OAR-DOC-10", Shape::Word(Kind::NAMES)),
        required("anchor", "OAR-DOC-12", Shape::Name(Pattern::Anchor)),
        required("effect", "OAR-DOC-11", Shape::Word(Effect::NAMES)),
        optional(
            "selector",
            "OAR-SEL-1",
            Shape::Map {
                key: Some(Pattern::FactName),
                value: &set(&Shape::NonEmpty),
            },
        ),
        optional("when", "OAR-DOC-14", Shape::Text),
        optional(
            "flow",
            "OAR-DOC-15",
            Shape::List(List {
                item: &Shape::NonEmpty,
                unique: false,
                may_be_empty: false,
            }),
        ),
        optional("enforcement", "OAR-DOC-16", Shape::Word(Enforcement::NAMES)),
        optional("mandatory", "OAR-DOC-17", Shape::Bool),
        optional("on_error", "OAR-DOC-18", Shape::Name(Pattern::OnError)),
        optional("on_fire", "OAR-FIRE-1", list(&Shape::Word(Action::NAMES))),
        optional(
            "overrides",
            "OAR-DOC-20",
            set(&Shape::Name(Pattern::RuleRef)),
        ),
        optional("requires", "OAR-DOC-21", Shape::Object(REQUIRES)),
        optional(
            "counter_scope",
            "OAR-DOC-32",
            Shape::Name(Pattern::FactName),
        ),
        optional("transform", "OAR-OPS-13", Shape::Object(TRANSFORM)),
        optional("detector", "OAR-DOC-23", Shape::Object(DETECTOR)),
        optional("copy", "OAR-DOC-24", Shape::Object(COPY)),
        optional(
            "references",
            "OAR-DOC-25",
            Shape::Map {
                key: None,
                value: &list(&Shape::NonEmpty),
            },
        ),
        optional("status", "OAR-DOC-29", Shape::Word(Status::NAMES)),
        optional("related", "OAR-DOC-30", list(&Shape::Object(RELATED))),
    ],
    missing: "OAR-DOC-2",
    unknown: "OAR-DOC-27",
    version: ["OAR-DOC-3", "OAR-DOC-4", "OAR-DOC-5"],
    extensions: true,
};

const REQUIRES: &[Member] = &[
    optional("profiles", "OAR-DOC-21", set(&Shape::NonEmpty)),
    optional("facts", "OAR-DOC-21", set(&Shape::Name(Pattern::FactName))),
];

const TRANSFORM: &[Member] = &[
    required("action", "OAR-OPS-13", Shape::Word(TransformAction::NAMES)),
    required("target", "OAR-OPS-13", Shape::Text),
    optional("replacement", "OAR-OPS-13", Shape::Text),
];

const DETECTOR: &[Member] = &[required(
    "ref",
    "OAR-OPS-12",
    Shape::Name(Pattern::Detector),
)];

const COPY: &[Member] = &[
    optional("title", "OAR-DOC-24", Shape::Text),
    optional("what", "OAR-DOC-24", Shape::Text),
    optional("cause", "OAR-DOC-24", Shape::Text),
    optional("why", "OAR-DOC-24", Shape::Text),
    optional("fix", "OAR-DOC-24", Shape::Text),
    optional("instead", "OAR-DOC-24", Shape::Text),
];

const RELATED: &[Member] = &[
    required("id", "OAR-DOC-30", Shape::Name(Pattern::RuleRef)),
    required(
        "type",
        "OAR-DOC-30",
        Shape::Word(&["derived", "obsolete", "merged", "renamed", "similar"]),
    ),
];

/// Capability documents (OAR-FACT-21, section 8.2).
pub(crate) const CAPABILITY: DocumentShape = DocumentShape {
    name: "capability document",
    marker: "oar_capability_version",
    members: &[
        required("oar_capability_version", "OAR-FACT-24", VERSION),
        required("host", "OAR-FACT-18", Shape::Name(Pattern::Namespace)),
        required("anchors", "OAR-PROF-2", Shape::Object(ANCHORS)),
        required("profiles", "OAR-FACT-21", set(&Shape::NonEmpty)),
        required("activity_window", "OAR-PROF-3", Shape::Integer(0)),
        required(
            "detectors",
            "OAR-OPS-12",
            set(&Shape::Name(Pattern::Detector)),
        ),
        required("expression_nodes_max", "OAR-EXPR-17", Shape::Integer(256)),
        required("supports_transform", "OAR-FACT-21", Shape::Bool),
        optional("host_facts", "OAR-FACT-27", list(&Shape::Object(HOST_FACT))),
    ],
    missing: "OAR-FACT-21",
    unknown: "OAR-FACT-24",
    version: ["OAR-FACT-24", "OAR-FACT-24", "OAR-FACT-24"],
    extensions: false,
};

const ANCHORS: &[Member] = &[
    required(
        "core",
        "OAR-PROF-2",
        Shape::Map {
            key: Some(Pattern::Anchor),
            value: &Shape::Name(Pattern::Anchor),
        },
    ),
    optional(
        "unsupported",
        "OAR-PROF-2",
        set(&Shape::Name(Pattern::Anchor)),
    ),
    optional("host", "OAR-PROF-5", set(&Shape::Name(Pattern::Anchor))),
];

const HOST_FACT: &[Member] = &[
    required("name", "OAR-FACT-18", Shape::Name(Pattern::HostFact)),
    required("type", "OAR-FACT-22", Shape::Name(Pattern::FactType)),
    optional("observation", "OAR-FACT-21", Shape::Text),
];

/// Configuration documents (section 9).
pub(crate) const CONFIG: DocumentShape = DocumentShape {
    name: "configuration document",
    marker: "oar_config",
    members: &[
        required("oar_config", "OAR-CFG-1", VERSION),
        optional("disable", "OAR-CFG-2", set(&Shape::Name(Pattern::RuleRef))),
        optional(
            "enforcement",
            "OAR-CFG-3",
            Shape::Map {
                key: Some(Pattern::RuleRef),
                value: &Shape::Word(Enforcement::NAMES),
            },
        ),
    ],
    missing: "OAR-CFG-1",
    unknown: "OAR-CFG-1",
    version: ["OAR-CFG-1", "OAR-CFG-1", "OAR-CFG-1"],
    extensions: false,
};

/// Whether a member's name is an `x-` extension: `^x-[a-z0-9]+(-[a-z0-9]+)*$` (OAR-DOC-26).
pub(crate) fn is_extension(name: &str) -> bool {
    let word = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    name.strip_prefix("x-")
        .is_some_and(|rest| rest.split('-').all(word))
}
