//! Which known word a person probably meant.

/// Longer words are not compared: nobody mistypes them by a letter or two and the comparison is quadratic.
const WORD_MAX: usize = 80;

/// How many suggestions a message can carry.
const SUGGESTIONS_MAX: usize = 3;

/// The known words nearest to one that is not known; empty when none is near. The best first, ties in the order given.
#[must_use]
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Vec<&'k str> {
    if word.is_empty() || word.len() > WORD_MAX {
        return Vec::new();
    }
    let plain_word = plain(word);
    let mut found: Vec<(usize, &str)> = known
        .into_iter()
        .filter(|&candidate| candidate != word && candidate.len() <= WORD_MAX)
        .filter_map(|candidate| Some((distance(&plain_word, candidate)?, candidate)))
        .collect();
    found.sort_by_key(|&(distance, _)| distance);
    let best = found.first().map_or(0, |&(distance, _)| distance);
    found
        .into_iter()
        .take_while(|&(distance, _)| distance == best)
        .take(SUGGESTIONS_MAX)
        .map(|(_, candidate)| candidate)
        .collect()
}

/// A help line with the nearest known words: "did you mean `tool`?"
#[must_use]
pub fn did_you_mean<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<String> {
    let words: Vec<String> = nearest(word, known)
        .into_iter()
        .map(|word| format!("`{word}`"))
        .collect();
    (!words.is_empty()).then(|| format!("did you mean {}?", words.join(" or ")))
}

/// How far a candidate is from the word; `None` when it is not near. Case and separators count for nothing, so that
/// `fail-closed` is `fail_closed` and `tool.preinvoke` is `tool.pre_invoke`.
fn distance(plain_word: &str, candidate: &str) -> Option<usize> {
    let candidate = plain(candidate);
    let length = plain_word.chars().count().max(candidate.chars().count());
    let edits = strsim::osa_distance(plain_word, &candidate);
    if edits <= allowed(length) {
        return Some(edits);
    }
    // `increment` for `increment_counter`: a whole beginning, farther than any misspelling.
    let begins = plain_word.len() >= 4 && candidate.starts_with(plain_word);
    begins.then_some(WORD_MAX)
}

fn allowed(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3..=5 => 1,
        6..=9 => 2,
        _ => 3,
    }
}

fn plain(word: &str) -> String {
    word.chars()
        .filter(|ch| !matches!(ch, '_' | '-' | '.' | ' '))
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found() {
        let facts = ["tool", "tool_args", "is_directory"];
        assert_eq!(nearest("tol", facts), ["tool"]);
        assert_eq!(nearest("Tool", facts), ["tool"]);
        assert_eq!(nearest("is_directry", facts), ["is_directory"]);
        assert_eq!(
            nearest("tool.preinvoke", ["tool.pre_invoke", "tool.handler"]),
            ["tool.pre_invoke"]
        );
        assert_eq!(
            nearest("fail-closed", ["fail_open", "fail_closed"]),
            ["fail_closed"]
        );
    }

    #[test]
    fn a_beginning_finds_every_continuation() {
        let actions = ["increment_counter", "reset_counter", "increment_breaker"];
        assert_eq!(
            did_you_mean("increment", actions).as_deref(),
            Some("did you mean `increment_counter` or `increment_breaker`?")
        );
    }

    #[test]
    fn far_words_are_not_suggested() {
        assert_eq!(
            did_you_mean("severity", ["effect", "kind", "selector"]),
            None
        );
        assert_eq!(nearest("", ["a"]), [""; 0]);
        assert_eq!(nearest(&"x".repeat(1_000_000), ["x"]), [""; 0]);
    }
}
