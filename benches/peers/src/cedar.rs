//! `cedar-policy`: an authorisation language; all policies are evaluated, in no order.
//!
//! The tool is the action, so selectors are action scopes: what policies are written, found and analysed by. Comparing the
//! action in conditions instead was measured to be an eighth cheaper. The features for addresses, decimals and dates are off,
//! as no rule has them.

use std::error::Error;

use cedar_policy::{
    AuthorizationError, Authorizer, Context, Entities, EntityId, EntityTypeName, EntityUid,
    PolicyId, PolicySet, Request, Response, RestrictedExpression,
};
use serde_json::Value;

use crate::facts::Facts;
use crate::peer::{Answer, Peer};

/// The rules, one policy each.
pub struct Cedar {
    authorizer: Authorizer,
    policies: PolicySet,
    entities: Entities,
    principal: EntityUid,
    resource: EntityUid,
    action: EntityTypeName,
}

impl Peer for Cedar {
    const NAME: &'static str = "cedar";
    const PACKAGE: &'static str = "cedar-policy";
    const TARGET: Option<f64> = Some(150.0);

    type Input<'m> = Request;

    fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            authorizer: Authorizer::new(),
            policies: named(&include_str!("../policies/plain/tool_pre_invoke.cedar").parse()?)?,
            entities: Entities::empty(),
            principal: r#"Agent::"agent""#.parse()?,
            resource: r#"Host::"gateway""#.parse()?,
            action: "Action".parse()?,
        })
    }

    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<Request, Box<dyn Error>> {
        let tool = EntityId::new(facts.tool);
        Ok(Request::new(
            self.principal.clone(),
            EntityUid::from_type_name_and_id(self.action.clone(), tool),
            self.resource.clone(),
            context(facts)?,
            None,
        )?)
    }

    #[inline]
    fn decider<'i>(&'i self, request: &'i Self::Input<'_>) -> impl FnMut() -> Answer {
        move || {
            let response = self
                .authorizer
                .is_authorized(request, &self.policies, &self.entities);
            answer(&response)
        }
    }
}

/// The policies under the names that they are annotated with, which is what a response reports.
fn named(policies: &PolicySet) -> Result<PolicySet, Box<dyn Error>> {
    let mut named = PolicySet::new();
    for policy in policies.policies() {
        let name = policy.annotation("id").ok_or("a policy without a name")?;
        named.add(policy.new_id(PolicyId::new(name)))?;
    }
    Ok(named)
}

/// The decision: what forbids, or could not be evaluated, before what warns.
#[inline]
fn answer(response: &Response) -> Answer {
    // The base order of evaluation, in which the first block ends an occurrence.
    const BLOCKING: [&str; 4] = [
        "BULK_DELETE_DENIED",
        "MCP_PROVIDER_DISABLED",
        "READ_OUTSIDE_SCOPE",
        "WRITE_OUTSIDE_WORKSPACE",
    ];
    let diagnostics = response.diagnostics();
    let failed = diagnostics.errors().map(|error| match error {
        AuthorizationError::PolicyEvaluationError(error) => error.policy_id(),
    });
    let mut decisive = None;
    let mut warned = false;
    for policy in diagnostics.reason().chain(failed) {
        let name: &str = policy.as_ref();
        warned |= name == "DESTRUCTIVE_TOOL_WARN";
        if let Some(place) = BLOCKING.iter().position(|rule| *rule == name) {
            decisive = Some(decisive.map_or(place, |first: usize| first.min(place)));
        }
    }
    match decisive.and_then(|place| BLOCKING.get(place)) {
        Some(rule) => Answer::by(rule),
        None if warned => Answer::by("DESTRUCTIVE_TOOL_WARN"),
        None => Answer::NONE,
    }
}

fn context(facts: &Facts<'_>) -> Result<Context, Box<dyn Error>> {
    let arguments = record(facts.tool_args.into_iter().flatten())?;
    let provider_id = RestrictedExpression::new_string(facts.mcp_provider_id.to_owned());
    let provider_enabled = RestrictedExpression::new_bool(facts.mcp_provider_enabled);
    let outside = RestrictedExpression::new_bool(facts.path_outside_scope);
    Ok(Context::from_pairs([
        ("tool_args".to_owned(), arguments),
        ("mcp_provider_id".to_owned(), provider_id),
        ("mcp_provider_enabled".to_owned(), provider_enabled),
        ("path_outside_scope".to_owned(), outside),
    ])?)
}

fn record<'m>(
    members: impl Iterator<Item = (&'m String, &'m Value)>,
) -> Result<RestrictedExpression, Box<dyn Error>> {
    let members: Result<Vec<_>, Box<dyn Error>> = members
        .map(|(name, member)| Ok((name.clone(), value(member)?)))
        .collect();
    Ok(RestrictedExpression::new_record(members?)?)
}

/// A value, unless Cedar has none like it.
fn value(value: &Value) -> Result<RestrictedExpression, Box<dyn Error>> {
    Ok(match value {
        Value::Null => return Err("Cedar has no null".into()),
        Value::Bool(value) => RestrictedExpression::new_bool(*value),
        Value::Number(number) => {
            let integer = number.as_i64().ok_or("Cedar has 64-bit integers alone")?;
            RestrictedExpression::new_long(integer)
        }
        Value::String(text) => RestrictedExpression::new_string(text.clone()),
        Value::Array(items) => {
            let items: Result<Vec<_>, _> = items.iter().map(self::value).collect();
            RestrictedExpression::new_set(items?)
        }
        Value::Object(map) => record(map.iter())?,
    })
}
