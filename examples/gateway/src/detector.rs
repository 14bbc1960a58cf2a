//! The detector behind `detector://fixture`: spans of credentials and of personal data.
//!
//! It reports what it found and where, in code points, and leaves to the rules what is too much (OAR-OPS-11).

use oar::transform::Span;
use oar::{DetectorError, Report};

use crate::moment::Moment;
use crate::policy::Detectors;

/// The engine runs it at most once an occurrence, and only for a rule that declares it.
impl Detectors for Moment<'_> {
    fn fixture(&self) -> Result<Report, DetectorError> {
        let content = self.record.text.as_deref().unwrap_or("");
        Ok(Report::new()
            .spans("secret_matches", find(content, in_token, is_secret))
            .spans("pii_entities", find(content, in_address, is_address)))
    }
}

/// The longest runs of characters of an alphabet that are what is looked for.
fn find(content: &str, alphabet: fn(char) -> bool, wanted: fn(&str) -> bool) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut run = String::new();
    let end = content.chars().count();
    for (at, ch) in content.chars().chain([' ']).enumerate() {
        if alphabet(ch) && at < end {
            run.push(ch);
            continue;
        }
        // A full stop or a dash that ends a sentence is no part of what stands before it.
        let found = run.trim_end_matches(['.', '-']);
        if wanted(found) {
            let start = at - run.chars().count();
            spans.push(Span {
                start,
                end: start + found.chars().count(),
            });
        }
        run.clear();
    }
    spans
}

fn in_token(ch: char) -> bool {
    ch.is_ascii_alphanumeric() || matches!(ch, '-' | '_')
}

/// Shaped like a key: a known prefix and enough of the right characters behind it.
fn is_secret(run: &str) -> bool {
    let cloud = run.strip_prefix("AKIA").is_some_and(|rest| {
        rest.len() == 16
            && rest
                .bytes()
                .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    });
    cloud || run.strip_prefix("sk-").is_some_and(|rest| rest.len() >= 20)
}

fn in_address(ch: char) -> bool {
    in_token(ch) || matches!(ch, '.' | '+' | '%' | '@')
}

/// Shaped like an e-mail address.
fn is_address(run: &str) -> bool {
    let Some((name, domain)) = run.split_once('@') else {
        return false;
    };
    let labels = domain.split('.');
    let sound = |label: &str| !label.is_empty() && !label.contains(['@', '%', '+']);
    !name.is_empty() && domain.contains('.') && labels.into_iter().all(sound)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(
        content: &str,
        alphabet: fn(char) -> bool,
        wanted: fn(&str) -> bool,
    ) -> Vec<(usize, usize)> {
        let spans = find(content, alphabet, wanted);
        spans.iter().map(|span| (span.start, span.end)).collect()
    }

    #[test]
    fn keys_are_told_by_prefix_and_length() {
        let secrets = |content| spans(content, in_token, is_secret);
        assert_eq!(secrets("key=AKIAIOSFODNN7EXAMPLE."), [(4, 24)]);
        assert_eq!(secrets("sk-0123456789abcdefghij"), [(0, 23)]);
        assert_eq!(
            secrets("AKIAIOSFODNN7EXAMPL sk-short AKIAIOSFODNN7EXAMPLEX"),
            []
        );
    }

    #[test]
    fn offsets_are_code_points() {
        // Four code points stand before the key, in eleven bytes.
        assert_eq!(
            spans("é😀→ AKIAIOSFODNN7EXAMPLE", in_token, is_secret),
            [(4, 24)]
        );
    }

    #[test]
    fn addresses_end_before_the_full_stop_of_a_sentence() {
        let addresses = |content| spans(content, in_address, is_address);
        assert_eq!(addresses("Ask ops@example.com."), [(4, 19)]);
        assert_eq!(addresses("<a+b@mail.example.org>, c@d"), [(1, 21)]);
        assert_eq!(addresses("@example.com user@ a@@b.c"), []);
    }
}
