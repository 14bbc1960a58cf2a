//! The twelve rule types as plain constant data: what the compiler writes for a profile.

use super::{ActiveOn, Kind, Literal, Path, Pattern, Role, Severity};

/// A named list of rules.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// Documents that the vendor states no constraint; nothing reads it.
    pub permissive: bool,
    /// Its rules in order.
    pub rules: &'static [Rule],
}

/// One rule of a profile.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// `order`
    Order(&'static Order),
    /// `requiredMetadata`
    RequiredMetadata(&'static RequiredMetadata),
    /// `alternation`
    Alternation(&'static Alternation),
    /// `adjacency`
    Adjacency(&'static Adjacency),
    /// `preservation`
    Preservation(&'static Preservation),
    /// `roleRemap`
    RoleRemap(&'static RoleRemap),
    /// `staleContentAdvisory`
    StaleContentAdvisory(&'static StaleContentAdvisory),
    /// `identifierFormat`
    IdentifierFormat(&'static IdentifierFormat),
    /// `nonEmptyTurn`
    NonEmptyTurn(&'static NonEmptyTurn),
    /// `toolIdentity`
    ToolIdentity(&'static ToolIdentity),
    /// `schemaIntegrity`
    SchemaIntegrity(&'static SchemaIntegrity),
    /// `identifierUniqueness`
    IdentifierUniqueness(&'static IdentifierUniqueness),
}

/// Which of the twelve types a rule or a finding is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RuleType {
    /// `order`
    Order,
    /// `requiredMetadata`
    RequiredMetadata,
    /// `alternation`
    Alternation,
    /// `adjacency`
    Adjacency,
    /// `preservation`
    Preservation,
    /// `roleRemap`
    RoleRemap,
    /// `staleContentAdvisory`
    StaleContentAdvisory,
    /// `identifierFormat`
    IdentifierFormat,
    /// `nonEmptyTurn`
    NonEmptyTurn,
    /// `toolIdentity`
    ToolIdentity,
    /// `schemaIntegrity`
    SchemaIntegrity,
    /// `identifierUniqueness`
    IdentifierUniqueness,
}

impl RuleType {
    /// The name in documents, such as `requiredMetadata`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RuleType::Order => "order",
            RuleType::RequiredMetadata => "requiredMetadata",
            RuleType::Alternation => "alternation",
            RuleType::Adjacency => "adjacency",
            RuleType::Preservation => "preservation",
            RuleType::RoleRemap => "roleRemap",
            RuleType::StaleContentAdvisory => "staleContentAdvisory",
            RuleType::IdentifierFormat => "identifierFormat",
            RuleType::NonEmptyTurn => "nonEmptyTurn",
            RuleType::ToolIdentity => "toolIdentity",
            RuleType::SchemaIntegrity => "schemaIntegrity",
            RuleType::IdentifierUniqueness => "identifierUniqueness",
        }
    }
}

impl Rule {
    /// Its id.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Rule::Order(r) => r.id,
            Rule::RequiredMetadata(r) => r.id,
            Rule::Alternation(r) => r.id,
            Rule::Adjacency(r) => r.id,
            Rule::Preservation(r) => r.id,
            Rule::RoleRemap(r) => r.id,
            Rule::StaleContentAdvisory(r) => r.id,
            Rule::IdentifierFormat(r) => r.id,
            Rule::NonEmptyTurn(r) => r.id,
            Rule::ToolIdentity(r) => r.id,
            Rule::SchemaIntegrity(r) => r.id,
            Rule::IdentifierUniqueness(r) => r.id,
        }
    }
}

impl Rule {
    /// What its findings mean.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self {
            Rule::Order(r) => r.severity,
            Rule::RequiredMetadata(r) => r.severity,
            Rule::Alternation(r) => r.severity,
            Rule::Adjacency(r) => r.severity,
            Rule::Preservation(r) => r.severity,
            Rule::RoleRemap(r) => r.severity,
            Rule::StaleContentAdvisory(_) => Severity::Advisory,
            Rule::IdentifierFormat(r) => r.severity,
            Rule::NonEmptyTurn(r) => r.severity,
            Rule::ToolIdentity(r) => r.severity,
            Rule::SchemaIntegrity(r) => r.severity,
            Rule::IdentifierUniqueness(r) => r.severity,
        }
    }

    /// Its type.
    #[must_use]
    pub const fn rule_type(&self) -> RuleType {
        match self {
            Rule::Order(_) => RuleType::Order,
            Rule::RequiredMetadata(_) => RuleType::RequiredMetadata,
            Rule::Alternation(_) => RuleType::Alternation,
            Rule::Adjacency(_) => RuleType::Adjacency,
            Rule::Preservation(_) => RuleType::Preservation,
            Rule::RoleRemap(_) => RuleType::RoleRemap,
            Rule::StaleContentAdvisory(_) => RuleType::StaleContentAdvisory,
            Rule::IdentifierFormat(_) => RuleType::IdentifierFormat,
            Rule::NonEmptyTurn(_) => RuleType::NonEmptyTurn,
            Rule::ToolIdentity(_) => RuleType::ToolIdentity,
            Rule::SchemaIntegrity(_) => RuleType::SchemaIntegrity,
            Rule::IdentifierUniqueness(_) => RuleType::IdentifierUniqueness,
        }
    }
}

/// Every `before` precedes every `after`.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// The rule's id.
    pub id: &'static str,
    /// What a finding means.
    pub severity: Severity,
    /// The kind that comes first.
    pub before: Kind,
    /// The kind that comes after; never `before` itself.
    pub after: Kind,
    /// Where the two are compared.
    pub scope: OrderScope,
    /// Only the last role group is looked at. Without effect on the entire turn.
    pub only_latest_group: bool,
}

/// Where an [`Order`] rule compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderScope {
    /// Within each maximal run of entries of one role.
    RoleGroup,
    /// Across the whole timeline.
    EntireTurn,
}

/// A payload carries a key.
#[derive(Clone, Copy, Debug)]
pub struct RequiredMetadata {
    /// The rule's id.
    pub id: &'static str,
    /// What a finding means.
    pub severity: Severity,
    /// The kind it is about: thoughts or tool calls.
    pub kind: Kind,
    /// Which of them.
    pub apply_to: ApplyTo,
    /// What must be present.
    pub key: Path,
    /// Checks only primitives whose tag is one of these.
    pub gate: Option<&'static [&'static str]>,
    /// What a repair may write.
    pub fallback: Option<Fallback>,
}

/// Which primitives a [`RequiredMetadata`] rule checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApplyTo {
    /// The first of its kind in each role group.
    FirstInGroup,
    /// All of them.
    Every,
}

/// What `mutate` may write where metadata is missing.
#[derive(Clone, Copy, Debug)]
pub struct Fallback {
    /// The value.
    pub value: Literal,
    /// The tag a primitive without one receives.
    pub replay_compatibility: &'static str,
    /// The rule itself allows it; otherwise the host's option does.
    pub authorized: bool,
}

/// Roles take turns.
#[derive(Clone, Copy, Debug)]
pub struct Alternation {
    /// The rule's id.
    pub id: &'static str,
    /// What a finding means.
    pub severity: Severity,
    /// The most tool calls one role group may hold.
    pub max_per_group: Option<u64>,
}

/// Some kinds may not stand directly after another.
#[derive(Clone, Copy, Debug)]
pub struct Adjacency {
    /// The rule's id.
    pub id: &'static str,
    /// What a finding means.
    pub severity: Severity,
    /// The kind whose direct successor is looked at.
    pub first: Kind,
    /// What the successor may not be.
    pub disallow_between: &'static [Kind],
}

/// History stays as the previous run saw it.
#[derive(Clone, Copy, Debug)]
pub struct Preservation {
    /// The rule's id.
    pub id: &'static str,
    /// What a finding means.
    pub severity: Severity,
    /// The kind that is compared.
    pub kind: Kind,
    /// What must hold.
    pub invariant: Invariant,
    /// Yields nothing when the model differs from the one that the snapshot was taken for.
    pub reset_on_model_switch: bool,
}

/// What a [`Preservation`] rule demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invariant {
    /// There are never fewer than before.
    CountNonDecreasing,
    /// The value at a path stays.
    PayloadFieldStable(Path),
    /// From the latest user message on, nothing goes missing and no payload changes.
    PrunedAfterLatestTurn,
}

/// A payload names the wire role that a model family wants.
#[derive(Clone, Copy, Debug)]
pub struct RoleRemap {
    /// The rule's id.
    pub id: &'static str,
    /// What a finding means.
    pub severity: Severity,
    /// The kind it is about.
    pub kind: Kind,
    /// The string that must stand at `tag`.
    pub variant: &'static str,
    /// Where in the payload.
    pub tag: Path,
}

/// Content from before the latest user message is old. Always advisory.
#[derive(Clone, Copy, Debug)]
pub struct StaleContentAdvisory {
    /// The rule's id.
    pub id: &'static str,
    /// The kind it is about.
    pub kind: Kind,
    /// The host option that the profile says switches it off; documentation only.
    pub opt_out_option_key: &'static str,
}

/// Identifiers keep to a length and an alphabet.
#[derive(Clone, Copy, Debug)]
pub struct IdentifierFormat {
    /// The rule's id.
    pub id: &'static str,
    /// What a finding means.
    pub severity: Severity,
    /// The kind it is about.
    pub kind: Kind,
    /// The most Unicode code points.
    pub max_length: Option<u64>,
    /// What one or more repetitions of make a whole identifier.
    pub pattern: Option<Pattern>,
}

/// A turn says or does something.
#[derive(Clone, Copy, Debug)]
pub struct NonEmptyTurn {
    /// The rule's id.
    pub id: &'static str,
    /// What a finding means.
    pub severity: Severity,
    /// Whose turns.
    pub role: Role,
    /// Only the last turn is looked at.
    pub only_terminal: bool,
}

/// Every tool call names a tool that this request declares.
#[derive(Clone, Copy, Debug)]
pub struct ToolIdentity {
    /// The rule's id.
    pub id: &'static str,
    /// What a finding means.
    pub severity: Severity,
}

/// Every required key of a declared tool is one of its properties.
#[derive(Clone, Copy, Debug)]
pub struct SchemaIntegrity {
    /// The rule's id.
    pub id: &'static str,
    /// What a finding means.
    pub severity: Severity,
}

/// No two primitives of a kind share an identifier.
#[derive(Clone, Copy, Debug)]
pub struct IdentifierUniqueness {
    /// The rule's id.
    pub id: &'static str,
    /// What a finding means.
    pub severity: Severity,
    /// The kind it is about.
    pub kind: Kind,
    /// Where the rule is active.
    pub surface: ActiveOn,
    /// How a repair names the members of a collision.
    pub rename: RenameStrategy,
}

/// How a repair makes new identifiers. Pure and total in the old id and the member's index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RenameStrategy {
    /// A version 6 UUID: time-ordered, its time from the member's own creation and its node from the old id and the
    /// index, so that the same timeline always gets the same ids.
    #[default]
    UuidV6,
    /// `{old}-{index}`
    SuffixIndex,
    /// Rewrites what stands before the first `|` and keeps the rest, for ids made of two halves; without a `|` the
    /// whole id is rewritten.
    KeepItemId,
}
