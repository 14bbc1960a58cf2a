//! Every diagnostic there is: its name, its clause, and whether it is an error.
//!
//! One table, so that a test can walk it and find the diagnostic that no case shows. Names are stable: users allow and
//! deny warnings by them.

use super::Severity;

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal $clause:literal $severity:ident;)*) => {
        /// Which diagnostic it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Code {
            /// Every code, in the order of the stages.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The stable name, such as `unknown-field`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// What it is about, in one sentence.
            #[must_use]
            pub fn about(self) -> &'static str {
                match self { $(Code::$variant => concat!($($doc),*).trim_ascii(),)* }
            }

            /// The clause it usually stands for; a diagnostic may name a more exact one.
            #[must_use]
            pub fn clause(self) -> &'static str {
                match self { $(Code::$variant => $clause,)* }
            }

            /// Error or warning.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }
        }
    };
}

codes! {
    // ---- pack: which files
    /// A pack without a capability document.
    MissingCapability "missing-capability" "OAR-FACT-21" Error;
    /// A pack with more than one capability document.
    SeveralCapabilities "several-capabilities" "OAR-FACT-21" Error;
    /// A document of another kind in a file named for one kind.
    MisplacedDocument "misplaced-document" "OAR-DOC-31" Error;

    // ---- source: bytes to nodes
    /// The file is larger than the loader reads.
    FileTooLarge "file-too-large" "OAR-CONF-1" Error;
    /// The file is not UTF-8.
    NotUtf8 "not-utf8" "OAR-DOC-1" Error;
    /// The YAML or JSON text does not parse.
    Syntax "syntax" "OAR-DOC-1" Error;
    /// The file holds no document at all.
    EmptyFile "empty-file" "OAR-DOC-31" Error;
    /// A character that no text file needs, such as NUL.
    ControlCharacter "control-character" "OAR-DOC-1" Error;
    /// A byte order mark anywhere but at the very start of the file.
    ByteOrderMark "byte-order-mark" "OAR-DOC-1" Error;
    /// Half of a surrogate pair in a JSON string.
    LoneSurrogate "lone-surrogate" "OAR-DOC-1" Error;
    /// Lists and objects nested beyond the limit.
    TooDeep "too-deep" "OAR-CONF-1" Error;
    /// More documents than the loader reads.
    TooManyDocuments "too-many-documents" "OAR-CONF-1" Error;
    /// A member written twice in one object.
    DuplicateKey "duplicate-key" "OAR-DOC-1" Error;
    /// A key that is not a string.
    KeyNotString "key-not-string" "OAR-DOC-1" Error;
    /// A YAML tag, most often a condition that begins with `!` and has no quotes.
    YamlTag "yaml-tag" "OAR-DOC-1" Error;
    /// A YAML anchor.
    YamlAnchor "yaml-anchor" "OAR-DOC-1" Error;
    /// A YAML alias.
    YamlAlias "yaml-alias" "OAR-DOC-1" Error;
    /// A YAML merge key.
    YamlMergeKey "yaml-merge-key" "OAR-DOC-1" Error;
    /// A `%YAML` or `%TAG` line.
    YamlDirective "yaml-directive" "OAR-DOC-1" Error;
    /// A tab as indentation.
    YamlTab "yaml-tab" "OAR-DOC-1" Error;

    // ---- document: nodes to documents
    /// A member that the format does not define.
    UnknownField "unknown-field" "OAR-DOC-27" Error;
    /// A member of a rule set, or a file's only document, that is not an object.
    NotADocument "not-a-document" "OAR-DOC-31" Error;
    /// A document of another kind in a file of rules.
    MixedSet "mixed-set" "OAR-DOC-31" Error;
    /// A document without the member that tells its kind.
    NoMarker "no-marker" "OAR-DOC-3" Error;
    /// A document with the markers of two kinds.
    SeveralMarkers "several-markers" "OAR-DOC-3" Error;
    /// A version that is none: a number, or digits in another form.
    MalformedVersion "malformed-version" "OAR-DOC-3" Error;
    /// A version that this compiler does not implement.
    UnsupportedVersion "unsupported-version" "OAR-DOC-4" Error;
    /// A member that must be there and is not.
    MissingField "missing-field" "OAR-DOC-2" Error;
    /// A member that belongs to another kind or effect.
    MisplacedField "misplaced-field" "OAR-DOC-23" Error;
    /// `null` where a value is due.
    NullValue "null-value" "OAR-CONF-1" Error;
    /// A value of another type than the member has.
    WrongType "wrong-type" "OAR-CONF-1" Error;
    /// A word outside a closed set.
    UnknownWord "unknown-word" "OAR-CONF-1" Error;
    /// A name that does not follow its grammar.
    MalformedName "malformed-name" "OAR-CONF-1" Error;
    /// An empty string or list where something must stand.
    EmptyValue "empty-value" "OAR-CONF-1" Error;
    /// The same string twice in a list that is a set.
    DuplicateItem "duplicate-item" "OAR-CONF-1" Error;
    /// A number below the least allowed.
    OutOfRange "out-of-range" "OAR-CONF-1" Error;
    /// An unquoted `yes`, `no`, `on` or `off` where a string is due.
    AmbiguousWord "ambiguous-word" "OAR-CONF-1" Error;
    /// A comment behind an unquoted condition, which it may cut short.
    CommentInCondition "comment-in-condition" "OAR-DOC-14" Error;
    /// A host fact under a name that rules cannot write.
    UnusableHostFact "unusable-host-fact" "OAR-FACT-18" Warning;

    // ---- condition: `when` to typed expression
    /// Text that the grammar of Appendix A does not derive.
    ConditionSyntax "condition-syntax" "OAR-EXPR-1" Error;
    /// A comment in a condition.
    ConditionComment "condition-comment" "OAR-EXPR-6" Error;
    /// An escape that string literals do not have.
    InvalidEscape "invalid-escape" "OAR-EXPR-3" Error;
    /// A number literal that its type cannot hold.
    NumberOutOfRange "number-out-of-range" "OAR-EXPR-21" Error;
    /// More than one relational operator in one relation.
    ChainedRelation "chained-relation" "OAR-EXPR-4" Error;
    /// A dot after something that is not a name.
    FieldSelection "field-selection" "OAR-EXPR-2" Error;
    /// A condition larger than the host evaluates.
    TooManyNodes "too-many-nodes" "OAR-EXPR-17" Error;
    /// A name in a condition that the environment does not have.
    UnknownName "unknown-name" "OAR-FACT-3" Error;
    /// A fact that is called, or a function that is not.
    FactOrFunction "fact-or-function" "OAR-FACT-27" Error;
    /// A call with the wrong number of arguments.
    WrongArity "wrong-arity" "OAR-FACT-27" Error;
    /// An operand or argument of a type that its operator or function does not take.
    TypeMismatch "type-mismatch" "OAR-FACT-4" Error;
    /// A list literal that is empty, or neither all strings nor all maps.
    ListLiteral "list-literal" "OAR-EXPR-21" Error;
    /// The argument of a counter reader is not a string literal that names a rule.
    CounterArgument "counter-argument" "OAR-FIRE-11" Error;
    /// A condition that is not a `bool`.
    NotBoolean "not-boolean" "OAR-FACT-4" Error;
    /// A condition that nests deeper than can be compiled.
    ConditionTooDeep "condition-too-deep" "OAR-EXPR-17" Error;

    // ---- copy: text to template
    /// A `{{` or `{%` construct that the grammar of Appendix C does not derive.
    CopySyntax "copy-syntax" "OAR-COPY-3" Error;
    /// A name in copy that is not a declared fact.
    CopyUnknownFact "copy-unknown-fact" "OAR-COPY-2" Error;
    /// A binding whose fact has a type that does not print.
    CopyType "copy-type" "OAR-COPY-4" Error;

    // ---- link: the capability document
    /// A core anchor that `anchors` does not mention.
    CoreAnchorMissing "core-anchor-missing" "OAR-PROF-2" Error;
    /// A core anchor that `anchors` both maps and lists as unsupported.
    CoreAnchorTwice "core-anchor-twice" "OAR-PROF-2" Error;
    /// A name in the anchor map that is not a core anchor.
    UnknownCoreAnchor "unknown-core-anchor" "OAR-PROF-2" Error;
    /// A host anchor under the name of a core anchor.
    HostAnchorIsCore "host-anchor-is-core" "OAR-PROF-5" Error;
    /// A profile that the specification does not have.
    UnknownProfile "unknown-profile" "OAR-FACT-16" Error;
    /// A profile whose facts detectors produce, and no detector.
    ProfileWithoutDetector "profile-without-detector" "OAR-OPS-22" Error;
    /// A host fact outside the namespaces that the host owns.
    HostFactNamespace "host-fact-namespace" "OAR-FACT-18" Error;

    // ---- link: rules and references
    /// Two rules with one qualified identifier.
    DuplicateRule "duplicate-rule" "OAR-DOC-9" Error;
    /// An anchor that the host does not have.
    UnknownAnchor "unknown-anchor" "OAR-PROF-5" Error;
    /// A core anchor that the host declares unsupported.
    UnsupportedAnchor "unsupported-anchor" "OAR-PROF-4" Error;
    /// A required profile that the host does not provide.
    UnprovidedProfile "unprovided-profile" "OAR-FACT-19" Error;
    /// A required fact or function that the host does not provide.
    UnprovidedFact "unprovided-fact" "OAR-FACT-19" Error;
    /// A name that is used and not reached through `requires`.
    MissingRequires "missing-requires" "OAR-FACT-20" Error;
    /// A name of a profile that the host does not claim.
    UnclaimedName "unclaimed-name" "OAR-FACT-3" Error;
    /// A selector clause that names no fact of type `string` or `list<string>`.
    SelectorFact "selector-fact" "OAR-SEL-3" Error;
    /// A `flow` that the host's activity window does not hold.
    FlowWindow "flow-window" "OAR-FACT-13" Error;
    /// A detector that the host does not register.
    UnknownDetector "unknown-detector" "OAR-OPS-12" Error;
    /// A counter scope that names no `string` fact.
    CounterScope "counter-scope" "OAR-FIRE-10" Error;
    /// A transform on a host that does not mutate content.
    TransformUnsupported "transform-unsupported" "OAR-OPS-18" Error;
    /// A transform target that is neither the content nor a `list<map>` fact.
    TransformTarget "transform-target" "OAR-OPS-14" Error;
    /// An `overrides` entry that names no loaded rule.
    UnresolvedOverride "unresolved-override" "OAR-EVAL-13" Error;
    /// An `overrides` entry that names a mandatory rule.
    OverrideOfMandatory "override-of-mandatory" "OAR-EVAL-17" Error;
    /// Rules that suppress one another in a circle.
    OverrideCycle "override-cycle" "OAR-EVAL-16" Error;
    /// An `on_error` that names no loaded rule.
    UnresolvedOnError "unresolved-on-error" "OAR-OPS-5" Error;
    /// A counter reader that names no loaded rule.
    UnresolvedCounter "unresolved-counter" "OAR-FIRE-11" Error;
    /// A reader of another rule's counter that does not reach the fact which keys it.
    UndeclaredTargetScope "undeclared-target-scope" "OAR-FIRE-11" Error;

    // ---- link: configuration
    /// A configuration that names no loaded rule.
    UnknownConfiguredRule "unknown-configured-rule" "OAR-CFG-4" Error;
    /// A bare identifier in a configuration that several rules have.
    AmbiguousConfiguredRule "ambiguous-configured-rule" "OAR-CFG-8" Error;
    /// A configuration that weakens a mandatory rule.
    MandatoryWeakened "mandatory-weakened" "OAR-CFG-5" Error;
    /// Two spellings of one rule in one configuration that disagree.
    ConflictingConfiguration "conflicting-configuration" "OAR-CFG-3" Error;

    // ---- ordering: nodes to ordering profiles
    /// A profile of a version that this compiler does not read.
    OrderingVersion "ordering-version" "ordering-1.0" Error;
    /// A member that must be there is not.
    OrderingMissingField "ordering-missing-field" "ordering-1.0" Error;
    /// A member that the format does not define.
    OrderingUnknownField "ordering-unknown-field" "ordering-1.0" Error;
    /// A value of the wrong kind, such as a string for a number.
    OrderingType "ordering-type" "ordering-1.0" Error;
    /// A value of the right kind that the field does not take.
    OrderingValue "ordering-value" "ordering-1.0" Error;
    /// Two rules of a profile with one id, or two profiles with one name.
    OrderingDuplicate "ordering-duplicate" "ordering-1.0" Error;
    /// A rule that can never pass, never fail, or never do what it says.
    OrderingContradiction "ordering-contradiction" "ordering-1.0" Error;
    /// A dot-path that cannot be meant.
    OrderingPath "ordering-path" "ordering-1.0" Error;
    /// A pattern that does not compile.
    OrderingPattern "ordering-pattern" "ordering-1.0" Error;
    /// A profile name that nothing answers to.
    OrderingUnknownProfile "ordering-unknown-profile" "ordering-1.0" Error;
    /// A field that has no effect where it stands.
    OrderingInert "ordering-inert" "ordering-1.0" Warning;
    /// A word that has a full spelling.
    OrderingShortWord "ordering-short-word" "ordering-1.0" Warning;
    /// A switched-off rule that no profile has.
    OrderingUnknownRule "ordering-unknown-rule" "ordering-1.0" Warning;

    // ---- warnings
    /// A condition, or an operand of it, that comes out the same at every occurrence.
    ConstantCondition "constant-condition" "OAR-DOC-14" Warning;
    /// A part of a condition that raises whenever it is evaluated.
    AlwaysRaises "always-raises" "OAR-EXPR-14" Warning;
    /// A selector clause with no values matches nothing.
    EmptySelectorClause "empty-selector-clause" "OAR-SEL-6" Warning;
    /// A requirement that nothing in the rule uses.
    UnusedRequires "unused-requires" "OAR-FACT-20" Warning;
    /// A deprecated rule without a successor.
    DeprecatedWithoutRelated "deprecated-without-related" "OAR-DOC-30" Warning;
    /// A value outside the enumeration of its fact.
    ImpossibleValue "impossible-value" "OAR-FACT-16" Warning;
    /// A fact compared to the identifier of the rule that reads it.
    VerdictComparison "verdict-comparison" "OAR-FACT-5" Warning;
    /// A counter that is read and never incremented.
    CounterNeverIncremented "counter-never-incremented" "OAR-FIRE-3" Warning;
    /// A counter that is incremented and never read.
    CounterNeverRead "counter-never-read" "OAR-FIRE-3" Warning;
    /// A rule that an unconditional block always precedes.
    UnreachableRule "unreachable-rule" "OAR-EVAL-4" Warning;
    /// Two rules with one condition and different effects.
    SameCondition "same-condition" "OAR-EVAL-6" Warning;
}
