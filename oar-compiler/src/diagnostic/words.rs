//! The wording that messages share.

/// The longest piece of user text that a message repeats, in code points.
const QUOTED_MAX: usize = 120;

/// User text for a message: in backticks, on one line, cut when it is very long.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("`");
    for (count, ch) in text.chars().enumerate() {
        if count == QUOTED_MAX {
            quoted.push('…');
            break;
        }
        if ch.is_control() {
            quoted.extend(ch.escape_default());
        } else {
            quoted.push(ch);
        }
    }
    quoted.push('`');
    quoted
}
