//! What the host decides about conversations.

use oar::{CopyField, Effect, Session};
use ordering::{Call, Entry, before_model_request, conversation, policy};

fn call(id: &str, signature: Option<&str>) -> Entry {
    Entry::Call(Call {
        id: id.to_owned(),
        tool: "weather".to_owned(),
        thought_signature: signature.map(str::to_owned),
    })
}

fn thought() -> Entry {
    Entry::Thought("Ask the tool.".to_owned())
}

fn user(text: &str) -> Entry {
    Entry::User(text.to_owned())
}

fn decide(entries: Vec<Entry>) -> oar::Outcome {
    let policy = policy::Policy::new();
    let mut session = Session::new("s-1");
    before_model_request(&policy, &mut session, &conversation(entries))
}

#[test]
fn a_sound_conversation_goes_out() {
    let outcome = decide(vec![user("Weather?"), call("c1", Some("sig"))]);
    assert_eq!(outcome.effect(), Effect::None);
}

#[test]
fn a_call_without_its_signature_is_refused() {
    let outcome = decide(vec![user("Weather?"), call("c1", None)]);
    assert_eq!(outcome.effect(), Effect::Block);
    assert_eq!(outcome.rule(), Some("example.ordering/UNSIGNED_TOOL_CALL"));
}

#[test]
fn other_findings_are_remarked_on() {
    let outcome = decide(vec![
        user("Weather?"),
        thought(),
        user("Well?"),
        call("c1", Some("sig")),
    ]);
    assert_eq!(outcome.effect(), Effect::Nudge);
    assert_eq!(
        outcome.rule(),
        Some("example.ordering/CONVERSATION_OUT_OF_ORDER")
    );
    assert_eq!(
        outcome.copy().get(CopyField::What),
        Some("The conversation is not in the order that the model is used to: old-thoughts.")
    );
    // A turn of nothing but thoughts, and a message directly after a call.
    let outcome = decide(vec![
        user("Weather?"),
        call("c1", Some("sig")),
        user("Well?"),
        thought(),
    ]);
    assert_eq!(outcome.effect(), Effect::Nudge);
}

#[test]
fn a_repair_puts_the_published_bypass_in() {
    use oar::ordering::{Datum, Decision, Options, Primitive};
    let entries = conversation(vec![user("Weather?"), call("c1", None)]);
    let repaired = policy::ordering::gemini_3::repair(&entries, &Options::default());
    assert_eq!(repaired.report.decision, Decision::Proceed);
    let signature = repaired.timeline[1]
        .payload()
        .and_then(|payload| payload.member("thoughtSignature"))
        .and_then(Datum::as_str);
    assert_eq!(signature, Some("skip_thought_signature_validator"));
    assert_eq!(repaired.report.finding_ids(), [""; 0]);
}
