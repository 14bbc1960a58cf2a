//! Rule references inside string literals (OAR-FIRE-11).

use crate::document::RuleRef;

/// Reads a bare or qualified identifier (OAR-DOC-6, OAR-DOC-7, OAR-DOC-8).
pub(super) fn parse(text: &str) -> Option<RuleRef> {
    let (namespace, id) = match text.split_once('/') {
        Some((namespace, id)) => (Some(namespace), id),
        None => (None, text),
    };
    let legal = is_id(id) && namespace.is_none_or(is_namespace);
    legal.then(|| RuleRef {
        namespace: namespace.map(str::to_owned),
        id: id.to_owned(),
    })
}

/// `^[A-Z][A-Z0-9_]*$`
fn is_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase())
        && text
            .bytes()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}

/// Labels of `a-z`, `0-9` and inner hyphens, joined by dots.
fn is_namespace(text: &str) -> bool {
    text.split('.').all(|label| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_and_qualified_identifiers_read() {
        let bare = parse("BLOCK_2").map(|r| (r.namespace, r.id));
        assert_eq!(bare, Some((None, "BLOCK_2".into())));
        let qualified = parse("acme.co-op/B").map(|r| (r.namespace, r.id));
        assert_eq!(qualified, Some((Some("acme.co-op".into()), "B".into())));
    }

    #[test]
    fn anything_else_does_not() {
        for wrong in [
            "", "b", "_B", "2B", "B-C", "a/", "/B", "A/B", "a./B", "a..b/B", "-a/B", "a-/B",
            "a/b/B", "B ", "É",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
