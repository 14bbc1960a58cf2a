/// The ordering profile `every-type`.
// packs/every_type.yaml:2:1
#[allow(dead_code, reason = "a host calls what it needs")]
pub mod every_type {
    use crate::linked::ordering as o;

    /// The rules as data: what a guard over several profiles is made of.
    pub static PROFILE: o::Profile = o::Profile {
        name: "every-type",
        description: "Every rule type once, with \"quotes\", a \\ and a ✓.",
        permissive: false,
        rules: &[
            o::Rule::Order(&RULE_1),
            o::Rule::RequiredMetadata(&RULE_2),
            o::Rule::Alternation(&RULE_3),
            o::Rule::Adjacency(&RULE_4),
            o::Rule::Preservation(&RULE_5),
            o::Rule::RoleRemap(&RULE_6),
            o::Rule::StaleContentAdvisory(&RULE_7),
            o::Rule::IdentifierFormat(&RULE_8),
            o::Rule::NonEmptyTurn(&RULE_9),
            o::Rule::ToolIdentity(&RULE_10),
            o::Rule::SchemaIntegrity(&RULE_11),
            o::Rule::IdentifierUniqueness(&RULE_12),
        ],
    };

    // packs/every_type.yaml:6:5, rule `thought-first`
    static RULE_1: o::Order = o::Order {
        id: "thought-first",
        severity: o::Severity::Blocking,
        before: o::Kind::Thought,
        after: o::Kind::ToolCall,
        scope: o::OrderScope::RoleGroup,
        only_latest_group: true,
    };

    // packs/every_type.yaml:13:5, rule `signed`
    static RULE_2: o::RequiredMetadata = o::RequiredMetadata {
        id: "signed",
        severity: o::Severity::Blocking,
        kind: o::Kind::ToolCall,
        apply_to: o::ApplyTo::Every,
        key: o::Path { text: "meta.signature", segments: &["meta", "signature"] },
        gate: Some(&["wire-v1", "wire-v2"]),
        fallback: Some(o::Fallback {
            value: o::Literal::Map(&[("bypass", o::Literal::List(&[o::Literal::Bool(true), o::Literal::Null, o::Literal::Int(1), o::Literal::Float(2.5), o::Literal::Str("x")]))]),
            replay_compatibility: "wire-v2",
            authorized: true,
        }),
    };

    // packs/every_type.yaml:23:5, rule `turns`
    static RULE_3: o::Alternation = o::Alternation {
        id: "turns",
        severity: o::Severity::Blocking,
        max_per_group: Some(2),
    };

    // packs/every_type.yaml:29:5, rule `no-thought-after-call`
    static RULE_4: o::Adjacency = o::Adjacency {
        id: "no-thought-after-call",
        severity: o::Severity::Advisory,
        first: o::Kind::ToolCall,
        disallow_between: &[o::Kind::Thought, o::Kind::ToolCall],
    };

    // packs/every_type.yaml:34:5, rule `signature-stays`
    static RULE_5: o::Preservation = o::Preservation {
        id: "signature-stays",
        severity: o::Severity::Blocking,
        kind: o::Kind::Thought,
        invariant: o::Invariant::PayloadFieldStable(o::Path { text: "signature", segments: &["signature"] }),
        reset_on_model_switch: true,
    };

    // packs/every_type.yaml:41:5, rule `tagged`
    static RULE_6: o::RoleRemap = o::RoleRemap {
        id: "tagged",
        severity: o::Severity::Advisory,
        kind: o::Kind::ToolCall,
        variant: "granite-3.x",
        tag: o::Path { text: "roleTag", segments: &["roleTag"] },
    };

    // packs/every_type.yaml:46:5, rule `old-thoughts`
    static RULE_7: o::StaleContentAdvisory = o::StaleContentAdvisory {
        id: "old-thoughts",
        kind: o::Kind::Thought,
        opt_out_option_key: "preserveThinking",
    };

    // packs/every_type.yaml:51:5, rule `id-alphabet`
    static RULE_8: o::IdentifierFormat = o::IdentifierFormat {
        id: "id-alphabet",
        severity: o::Severity::Blocking,
        kind: o::Kind::ToolCall,
        max_length: Some(12),
        pattern: Some(o::Pattern {
            source: "[a-z0-9_]",
            classes: &[
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
                0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            ],
            class_count: 2,
            next: &[0, 0, 0, 2, 0, 2],
            accepts: &[false, false, true],
            start: 1,
        }),
    };

    // packs/every_type.yaml:57:5, rule `says-something`
    static RULE_9: o::NonEmptyTurn = o::NonEmptyTurn {
        id: "says-something",
        severity: o::Severity::Blocking,
        role: o::Role::Assistant,
        only_terminal: true,
    };

    // packs/every_type.yaml:62:5, rule `declared`
    static RULE_10: o::ToolIdentity = o::ToolIdentity {
        id: "declared",
        severity: o::Severity::Blocking,
    };

    // packs/every_type.yaml:65:5, rule `schema`
    static RULE_11: o::SchemaIntegrity = o::SchemaIntegrity {
        id: "schema",
        severity: o::Severity::Blocking,
    };

    // packs/every_type.yaml:68:5, rule `unique`
    static RULE_12: o::IdentifierUniqueness = o::IdentifierUniqueness {
        id: "unique",
        severity: o::Severity::Blocking,
        kind: o::Kind::ToolCall,
        surface: o::ActiveOn::Dispatch,
        rename: o::RenameStrategy::SuffixIndex,
    };

    /// The rules as code.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Rules;

    impl o::RuleSet for Rules {
        fn evaluate<P: o::Primitive>(&self, view: &o::View<P>, sink: &mut o::Sink<'_>) {
            sink.profile("union(every-type)");
            RULE_1.evaluate(view, sink);
            RULE_2.evaluate(view, sink);
            RULE_3.evaluate(view, sink);
            RULE_4.evaluate(view, sink);
            RULE_6.evaluate(view, sink);
            RULE_7.evaluate(view, sink);
            RULE_8.evaluate(view, sink);
            RULE_9.evaluate(view, sink);
            RULE_10.evaluate(view, sink);
            RULE_11.evaluate(view, sink);
            RULE_12.evaluate(view, sink);
        }

        fn evaluate_history<P: o::Primitive>(&self, view: &o::View<P>, sink: &mut o::Sink<'_>) {
            sink.profile("union(every-type)");
            RULE_5.evaluate(view, sink);
        }

        fn rules(&self) -> impl Iterator<Item = o::Rule> {
            PROFILE.rules.iter().copied()
        }
    }

    /// Says what is wrong with a timeline.
    pub fn check<T>(timeline: &T, options: &o::Options<'_>) -> o::Report
    where
        T: o::Timeline + ?Sized,
    {
        o::check(&Rules, timeline, options)
    }

    /// Says what is wrong with a timeline and plans how to put it right.
    pub fn repair<'t, T>(timeline: &'t T, options: &o::Options<'_>) -> o::Repaired<T::Primitive<'t>>
    where
        T: o::Timeline + ?Sized,
    {
        o::repair(&Rules, timeline, options)
    }
}
