//! The closed world as tables: which members each document has, and what may stand in them.
//!
//! The tables follow the published JSON Schemas, which are part of the specification (OAR-CONF-1). The loader checks
//! documents against them, and `schema` writes them out for editors.

use super::pattern::Pattern;
use super::rule::{Action, Effect, Enforcement, Kind, Status, TransformAction};
use super::shape::{Belonging, DocumentShape, List, Member, Shape};

const fn required(
    name: &'static str,
    clause: &'static str,
    about: &'static str,
    shape: Shape,
) -> Member {
    Member {
        name,
        clause,
        about,
        required: true,
        shape,
    }
}

const fn optional(
    name: &'static str,
    clause: &'static str,
    about: &'static str,
    shape: Shape,
) -> Member {
    Member {
        name,
        clause,
        about,
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
        required(
            "oar",
            "OAR-DOC-3",
            "The version of the format; its presence makes the document a rule.",
            VERSION,
        ),
        required(
            "id",
            "OAR-DOC-6",
            "The rule's stable identifier; never reused for another meaning.",
            Shape::Name(Pattern::RuleId),
        ),
        optional(
            "namespace",
            "OAR-DOC-7",
            "Who publishes the rule; the identity of a rule is `namespace/id`.",
            Shape::Name(Pattern::Namespace),
        ),
        required(
            "kind",
            "OAR-DOC-10",
            "Fixes the evaluation order and nothing else: `schema`, `policy`, `invariant`, then `detector`.",
            Shape::Word(Kind::NAMES),
        ),
        required(
            "anchor",
            "OAR-DOC-12",
            "The lifecycle moment at which the rule is evaluated: a core anchor, or an anchor of the host's own.",
            Shape::Name(Pattern::Anchor),
        ),
        required(
            "effect",
            "OAR-DOC-11",
            "What happens when the rule fires.",
            Shape::Word(Effect::NAMES),
        ),
        optional(
            "selector",
            "OAR-SEL-1",
            "Narrows the rule to some occurrences of its anchor: fact by fact, the values that are meant. Every clause must match.",
            Shape::Map {
                key: Some(Pattern::FactName),
                value: &set(&Shape::NonEmpty),
            },
        ),
        optional(
            "when",
            "OAR-DOC-14",
            "The condition over facts, in the language of Appendix A; a rule without one fires whenever it is selected. Put it in single quotes.",
            Shape::Text,
        ),
        optional(
            "flow",
            "OAR-DOC-15",
            "Names of tools that were called in this order, not necessarily one right after the other; the rule fires only then.",
            Shape::List(List {
                item: &Shape::NonEmpty,
                unique: false,
                may_be_empty: false,
            }),
        ),
        optional(
            "enforcement",
            "OAR-DOC-16",
            "`enforce` acts, `monitor` only records what would have happened, `off` does not evaluate.",
            Shape::Word(Enforcement::NAMES),
        ),
        optional(
            "mandatory",
            "OAR-DOC-17",
            "Whether no configuration and no other rule may silence the rule.",
            Shape::Bool,
        ),
        optional(
            "on_error",
            "OAR-DOC-18",
            "What happens when the rule cannot be evaluated: `fail_closed` blocks, `fail_open` goes on, and a rule identifier blocks in that rule's name.",
            Shape::Name(Pattern::OnError),
        ),
        optional(
            "on_fire",
            "OAR-FIRE-1",
            "Side-effects applied in this order when the rule fires and is enforced.",
            list(&Shape::Word(Action::NAMES)),
        ),
        optional(
            "overrides",
            "OAR-DOC-20",
            "The rules that this rule suppresses when it fires; a bare identifier means the rule's own namespace.",
            set(&Shape::Name(Pattern::RuleRef)),
        ),
        optional(
            "requires",
            "OAR-DOC-21",
            "What the rule needs from the host. Everything outside the core tier that the rule uses must be reached through it.",
            Shape::Object(REQUIRES),
        ),
        optional(
            "counter_scope",
            "OAR-DOC-32",
            "A `string` fact whose value keys the rule's counters; without it they are kept for the session.",
            Shape::Name(Pattern::FactName),
        ),
        optional(
            "transform",
            "OAR-OPS-13",
            "The mutation of the content that the effect `transform` makes.",
            Shape::Object(TRANSFORM),
        ),
        optional(
            "detector",
            "OAR-DOC-23",
            "The detector that a rule of kind `detector` runs.",
            Shape::Object(DETECTOR),
        ),
        optional(
            "copy",
            "OAR-DOC-24",
            "Text for people. It may hold `{{ fact }}` and `{% if fact %}…{% else %}…{% endif %}`, and never changes a decision.",
            Shape::Object(COPY),
        ),
        optional(
            "references",
            "OAR-DOC-25",
            "Tags of other taxonomies, such as `owasp_llm`; they never change a decision.",
            Shape::Map {
                key: None,
                value: &list(&Shape::NonEmpty),
            },
        ),
        optional(
            "status",
            "OAR-DOC-29",
            "The author's confidence in the rule; it never changes a decision.",
            Shape::Word(Status::NAMES),
        ),
        optional(
            "related",
            "OAR-DOC-30",
            "Where the rule comes from and what replaces it; a rule named here need not be loaded.",
            list(&Shape::Object(RELATED)),
        ),
    ],
    missing: "OAR-DOC-2",
    unknown: "OAR-DOC-27",
    version: ["OAR-DOC-3", "OAR-DOC-4", "OAR-DOC-5"],
    belongings: BELONGINGS,
    about: "A rule: where it applies, when it applies, and what happens.",
    extensions: true,
};

const BELONGINGS: &[Belonging] = &[
    Belonging {
        member: "detector",
        to: "kind",
        value: "detector",
        phrase: "of kind",
        clause: "OAR-DOC-23",
        example: "add `detector` with a `ref`, such as `detector: {ref: \"detector://presidio\"}`",
    },
    Belonging {
        member: "transform",
        to: "effect",
        value: "transform",
        phrase: "with the effect",
        clause: "OAR-DOC-22",
        example: "add `transform` with `action` and `target`",
    },
];

/// The actions of `transform` that have nothing to write without `replacement` (OAR-OPS-13).
pub(crate) const NEEDS_REPLACEMENT: &[&str] = &["replace", "annotate"];

const REQUIRES: &[Member] = &[
    optional(
        "profiles",
        "OAR-DOC-21",
        "Capability profiles that the host must provide whole.",
        set(&Shape::NonEmpty),
    ),
    optional(
        "facts",
        "OAR-DOC-21",
        "Single facts or functions that the host must provide, its own included.",
        set(&Shape::Name(Pattern::FactName)),
    ),
];

const TRANSFORM: &[Member] = &[
    required(
        "action",
        "OAR-OPS-13",
        "`redact` and `replace` put the replacement in place of the target; `annotate` adds it behind the target.",
        Shape::Word(TransformAction::NAMES),
    ),
    required(
        "target",
        "OAR-OPS-13",
        "`content` for all of it, or a `list<map>` fact whose members carry the spans to act on.",
        Shape::Text,
    ),
    optional(
        "replacement",
        "OAR-OPS-13",
        "The text to write; `redact` without one writes `[REDACTED]`.",
        Shape::Text,
    ),
];

const DETECTOR: &[Member] = &[required(
    "ref",
    "OAR-OPS-12",
    "A registered detector, `detector://<name>`.",
    Shape::Name(Pattern::Detector),
)];

const COPY: &[Member] = &[
    optional("title", "OAR-DOC-24", "A headline.", Shape::Text),
    optional("what", "OAR-DOC-24", "What happened.", Shape::Text),
    optional("cause", "OAR-DOC-24", "What caused it.", Shape::Text),
    optional("why", "OAR-DOC-24", "Why the rule exists.", Shape::Text),
    optional("fix", "OAR-DOC-24", "What to do about it.", Shape::Text),
    optional(
        "instead",
        "OAR-DOC-24",
        "What to do in its place.",
        Shape::Text,
    ),
];

const RELATED: &[Member] = &[
    required(
        "id",
        "OAR-DOC-30",
        "The other rule, bare or qualified.",
        Shape::Name(Pattern::RuleRef),
    ),
    required(
        "type",
        "OAR-DOC-30",
        "How the two are related.",
        Shape::Word(&["derived", "obsolete", "merged", "renamed", "similar"]),
    ),
];

/// Capability documents (OAR-FACT-21, section 8.2).
pub(crate) const CAPABILITY: DocumentShape = DocumentShape {
    name: "capability document",
    marker: "oar_capability_version",
    members: &[
        required(
            "oar_capability_version",
            "OAR-FACT-24",
            "The version of the format; its presence makes the document a capability document.",
            VERSION,
        ),
        required(
            "host",
            "OAR-FACT-18",
            "The host's name, and the namespace of the facts it publishes.",
            Shape::Name(Pattern::Namespace),
        ),
        required(
            "anchors",
            "OAR-PROF-2",
            "How the host stands to each lifecycle moment: every core anchor stands either in `core` or in `unsupported`.",
            Shape::Object(ANCHORS),
        ),
        required(
            "profiles",
            "OAR-FACT-21",
            "The capability profiles that the host provides, each of them whole.",
            set(&Shape::NonEmpty),
        ),
        required(
            "activity_window",
            "OAR-PROF-3",
            "How many recent steps the host keeps for `flow`; 0 for none.",
            Shape::Integer(0),
        ),
        required(
            "detectors",
            "OAR-OPS-12",
            "The detectors that the host has, `detector://<name>`.",
            set(&Shape::Name(Pattern::Detector)),
        ),
        required(
            "expression_nodes_max",
            "OAR-EXPR-17",
            "The largest condition that the host evaluates, in nodes of its syntax tree.",
            Shape::Integer(256),
        ),
        required(
            "supports_transform",
            "OAR-FACT-21",
            "Whether the host mutates content; if not, it refuses rules with the effect `transform`.",
            Shape::Bool,
        ),
        optional(
            "host_facts",
            "OAR-FACT-27",
            "Facts and functions of this host alone; rules that use them do not travel.",
            list(&Shape::Object(HOST_FACT)),
        ),
    ],
    missing: "OAR-FACT-21",
    unknown: "OAR-FACT-24",
    version: ["OAR-FACT-24", "OAR-FACT-24", "OAR-FACT-24"],
    belongings: &[],
    about: "What a host provides, and rules can rely on.",
    extensions: false,
};

const ANCHORS: &[Member] = &[
    required(
        "core",
        "OAR-PROF-2",
        "Which local anchor implements a core anchor.",
        Shape::Map {
            key: Some(Pattern::Anchor),
            value: &Shape::Name(Pattern::Anchor),
        },
    ),
    optional(
        "unsupported",
        "OAR-PROF-2",
        "Core anchors that the host does not have.",
        set(&Shape::Name(Pattern::Anchor)),
    ),
    optional(
        "host",
        "OAR-PROF-5",
        "Anchors of the host's own.",
        set(&Shape::Name(Pattern::Anchor)),
    ),
];

const HOST_FACT: &[Member] = &[
    required(
        "name",
        "OAR-FACT-18",
        "The name that rules use, under a namespace that the host owns.",
        Shape::Name(Pattern::HostFact),
    ),
    required(
        "type",
        "OAR-FACT-22",
        "The fact's type, or the signature of a function.",
        Shape::Name(Pattern::FactType),
    ),
    optional(
        "observation",
        "OAR-FACT-21",
        "What it observes.",
        Shape::Text,
    ),
];

/// Configuration documents (section 9).
pub(crate) const CONFIG: DocumentShape = DocumentShape {
    name: "configuration document",
    marker: "oar_config",
    members: &[
        required(
            "oar_config",
            "OAR-CFG-1",
            "The version of the format; its presence makes the document a configuration.",
            VERSION,
        ),
        optional(
            "disable",
            "OAR-CFG-2",
            "Rules that are treated as though their `enforcement` were `off`.",
            set(&Shape::Name(Pattern::RuleRef)),
        ),
        optional(
            "enforcement",
            "OAR-CFG-3",
            "The enforcement of single rules, in place of what they declare.",
            Shape::Map {
                key: Some(Pattern::RuleRef),
                value: &Shape::Word(Enforcement::NAMES),
            },
        ),
    ],
    missing: "OAR-CFG-1",
    unknown: "OAR-CFG-1",
    version: ["OAR-CFG-1", "OAR-CFG-1", "OAR-CFG-1"],
    belongings: &[],
    about: "What an operator decides about rules: whether they run, and how loudly.",
    extensions: false,
};
