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

    // ---- condition

    // ---- copy

    // ---- link: capability, references, configuration

    // ---- warnings
    /// A selector clause with no values matches nothing.
    EmptySelectorClause "empty-selector-clause" "OAR-SEL-6" Warning;
}
