//! Capability documents (OAR-FACT-21, section 8.2).

use super::Spanned;
use crate::diagnostic::Span;
use crate::vocabulary::SymbolType;

/// A core anchor mapped to the local anchor that implements it.
#[derive(Clone, Debug)]
pub struct CoreAnchor {
    /// The core identifier.
    pub core: Spanned<String>,
    /// The host's own name for it.
    pub local: Spanned<String>,
}

/// A declared `host` fact or function.
#[derive(Clone, Debug)]
pub struct HostFact {
    /// The name, namespace included.
    pub name: Spanned<String>,
    /// Its type or signature.
    pub ty: Spanned<SymbolType>,
    /// What it observes, when the document says.
    pub observation: Option<String>,
}

/// What a host provides. Members that did not read are empty here and were reported.
#[derive(Clone, Debug)]
pub struct CapabilityDocument {
    /// The document's first bytes.
    pub span: Span,
    /// Whether an error was reported in it.
    pub broken: bool,
    /// `host`
    pub host: Option<Spanned<String>>,
    /// `anchors.core`
    pub core: Vec<CoreAnchor>,
    /// `anchors.unsupported`
    pub unsupported: Vec<Spanned<String>>,
    /// `anchors.host`
    pub host_anchors: Vec<Spanned<String>>,
    /// `anchors`, for what is missing there.
    pub anchors_span: Span,
    /// `profiles`
    pub profiles: Vec<Spanned<String>>,
    /// `activity_window`, in steps.
    pub activity_window: Option<Spanned<u64>>,
    /// `detectors`
    pub detectors: Vec<Spanned<String>>,
    /// `expression_nodes_max`
    pub expression_nodes_max: Option<Spanned<u64>>,
    /// `supports_transform`
    pub supports_transform: Option<Spanned<bool>>,
    /// `host_facts`
    pub host_facts: Vec<HostFact>,
}
