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

    // ---- condition

    // ---- copy

    // ---- link: capability, references, configuration

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
    /// A selector clause with no values matches nothing.
    EmptySelectorClause "empty-selector-clause" "OAR-SEL-6" Warning;
}
