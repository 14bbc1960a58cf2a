//! The rules of a family.

use super::{Reach, tool};

const AREAS: [&str; 20] = [
    "billing",
    "orders",
    "catalogue",
    "shipping",
    "returns",
    "payroll",
    "contracts",
    "tickets",
    "calendar",
    "mail",
    "storage",
    "network",
    "database",
    "cluster",
    "secrets",
    "identity",
    "analytics",
    "search",
    "marketing",
    "support",
];

const VERBS: [&str; 12] = [
    "create", "update", "delete", "export", "import", "approve", "cancel", "transfer", "restart",
    "publish", "merge", "rotate",
];

/// Area, verb and number of the tool that a family is about.
pub(super) fn subject(family: usize) -> (&'static str, &'static str, usize) {
    let area = AREAS[family % AREAS.len()];
    let verb = VERBS[family / AREAS.len() % VERBS.len()];
    (area, verb, family / AREAS.len() / VERBS.len())
}

/// One rule of a family.
pub(super) fn document(family: usize, member: usize, reach: Reach) -> String {
    let tool = tool(family);
    let rule = Rule {
        family,
        area: subject(family).0,
        id: tool.to_uppercase(),
        selector: match reach {
            Reach::ByTool => format!("selector:\n  tool: [{tool}]\n"),
            Reach::Everywhere | Reach::EverywherePlain => String::new(),
        },
        special: match reach {
            Reach::EverywherePlain => None,
            Reach::ByTool | Reach::Everywhere => Some(family),
        },
        tool,
    };
    match member {
        0 => rule.outside_scope(),
        1 => rule.large_amount(),
        2 => rule.no_rehearsal(),
        3 => rule.provider_off(),
        4 => rule.production(),
        _ => rule.credentials(),
    }
}

struct Rule {
    family: usize,
    area: &'static str,
    tool: String,
    id: String,
    selector: String,
    /// Some rules of some families need more than a condition: which, goes by this number.
    special: Option<usize>,
}

impl Rule {
    fn outside_scope(&self) -> String {
        let Self { id, tool, area, .. } = self;
        let head = self.head("OUTSIDE_SCOPE", "policy", "tool.pre_invoke");
        format!(
            "{head}requires:
  profiles: [tool, filesystem]
when: 'path_outside_scope(tool) && permission_profile != \"break-glass\"'
effect: block
on_error: fail_closed
status: stable
copy:
  title: {tool} outside its scope
  what: The call names a path outside the scope that the {area} team declared for {tool}.
  fix: Work inside the scope, or ask the {area} team to widen it.
  instead: Read {id} in the handbook first.
"
        )
    }

    fn large_amount(&self) -> String {
        let Self { tool, area, .. } = self;
        let head = self.head("LARGE_AMOUNT", "policy", "tool.pre_invoke");
        let limit = 1_000 + self.family * 37 % 9_000;
        format!(
            "{head}requires:
  profiles: [tool, session]
when: 'tool_arg_int(\"amount\") > {limit} && !(\"{area}-owner\" in principal_roles) && session_posture == \"supervised\"'
effect: warn
status: stable
copy:
  what: An amount above {limit} through {tool} is reviewed by an owner of {area}.
  fix: Have an owner make the call, or split it below {limit}.
"
        )
    }

    fn no_rehearsal(&self) -> String {
        let Self { tool, area, .. } = self;
        let head = self.head("NO_REHEARSAL", "schema", "tool.pre_invoke");
        // Some families only speak up where the call follows a read, and no more than three times. The second is one of them, so
        // that a pack of ten rules keeps account of calls and counters as one of ten thousand does.
        let (flow, often, counted) = match self.special.map(|number| number % 5) {
            Some(1) => (
                format!("flow: [{area}_read]\n"),
                " && fire_count < 3",
                "on_fire: [increment_counter]\n",
            ),
            _ => (String::new(), "", ""),
        };
        format!(
            "{head}requires:
  profiles: [tool, session]
{flow}when: '!(\"dry_run\" in tool_args) && session_posture == \"unattended\"{often}'
effect: nudge
{counted}status: stable
copy:
  what: Nobody watches this session, and {tool} can be rehearsed.
  instead: Call {tool} with dry_run first.
"
        )
    }

    fn provider_off(&self) -> String {
        let Self { tool, area, .. } = self;
        let head = self.head("PROVIDER_OFF", "invariant", "tool.pre_invoke");
        // Every seventh family tells an operator.
        let told = match self.special.map(|number| number % 7) {
            Some(6) => "on_fire: [publish_event]\n",
            _ => "",
        };
        format!(
            "{head}requires:
  profiles: [mcp, tool]
when: 'mcp_provider_id != \"\" && !mcp_provider_enabled && permission_profile != \"break-glass\"'
effect: block
{told}status: stable
copy:
  what: The provider behind {tool} is configured but not enabled for {area}.
  fix: Enable the provider in the catalogue, or route the call elsewhere.
"
        )
    }

    fn production(&self) -> String {
        let Self { tool, area, .. } = self;
        let head = self.head("PRODUCTION", "policy", "tool.pre_invoke");
        // Every ninth family needs no second warning beside this one.
        let overrides = match self.special.map(|number| number % 9) {
            Some(8) => format!("overrides: [{}_LARGE_AMOUNT]\n", self.id),
            _ => String::new(),
        };
        format!(
            "{head}requires:
  facts: [example.change_window]
  profiles: [tool, session]
when: 'starts_with(tool_arg_string(\"target\"), \"prod-{area}-\") && principal != \"\" && !example.change_window'
effect: warn
{overrides}status: stable
copy:
  what: '{{{{ principal }}}} changes production of {area} with {tool} outside the change window.'
  why: Changes outside the window have nobody at hand who could take them back.
"
        )
    }

    fn credentials(&self) -> String {
        let Self { tool, .. } = self;
        let head = self.head("CREDENTIALS", "policy", "model.tool_result");
        format!(
            "{head}requires:
  profiles: [tool, content, secrets]
when: 'size(secret_matches) > 0 && content_length > 0'
effect: transform
transform:
  action: redact
  target: secret_matches
  replacement: '[removed from the result of {tool}]'
status: stable
copy:
  what: The result of {tool} contained something shaped like a credential.
"
        )
    }

    fn head(&self, suffix: &str, kind: &str, anchor: &str) -> String {
        let Self {
            area, id, selector, ..
        } = self;
        format!(
            "oar: \"1.0\"
id: {id}_{suffix}
namespace: example.{area}
kind: {kind}
anchor: {anchor}
{selector}"
        )
    }
}
