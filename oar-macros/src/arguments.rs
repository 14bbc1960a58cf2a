//! The arguments of `include_rules!`.

use oar_compiler::Settings;
use oar_compiler::build::Request;
use proc_macro::{Delimiter, TokenStream, TokenTree};

const USAGE: &str = "expected paths as string literals, then any of `capability = \"…\"`, `config = [\"…\"]`, \
                     `ordering = [\"…\"]`, `allow = [\"…\"]`, `deny = [\"…\"]`, `crate = path`, `json = true`, `frozen = true`";

/// What the macro was asked to do.
pub(crate) struct Arguments {
    pub(crate) request: Request,
    pub(crate) settings: Settings,
}

type Tokens = std::iter::Peekable<proc_macro::token_stream::IntoIter>;

impl Arguments {
    /// Reads the arguments; the error says what was expected.
    pub(crate) fn parse(input: TokenStream) -> Result<Self, String> {
        let mut arguments = Self {
            request: Request::default(),
            settings: Settings::default(),
        };
        let mut tokens = input.into_iter().peekable();
        while tokens.peek().is_some() {
            arguments.one(&mut tokens)?;
            match tokens.next() {
                None => break,
                Some(TokenTree::Punct(comma)) if comma.as_char() == ',' => {}
                Some(other) => {
                    return Err(format!("`{other}` is not expected here\nhelp: {USAGE}"));
                }
            }
        }
        if arguments.request.paths.is_empty() && arguments.request.catalogue.is_empty() {
            return Err(format!("no path to rule documents\nhelp: {USAGE}"));
        }
        Ok(arguments)
    }

    fn one(&mut self, tokens: &mut Tokens) -> Result<(), String> {
        let name = match tokens.next() {
            Some(TokenTree::Ident(name)) => name.to_string(),
            Some(token) => {
                self.request.paths.push(string(&token)?);
                return Ok(());
            }
            None => return Err(format!("an argument is missing\nhelp: {USAGE}")),
        };
        match tokens.next() {
            Some(TokenTree::Punct(equals)) if equals.as_char() == '=' => {}
            _ => return Err(format!("`=` is missing after `{name}`\nhelp: {USAGE}")),
        }
        match name.as_str() {
            "capability" => self.request.capability = Some(next_string(tokens, &name)?),
            "config" => self.request.configs = Some(strings(tokens, &name)?),
            "ordering" => self.request.catalogue = strings(tokens, &name)?,
            "allow" => strings(tokens, &name)?
                .into_iter()
                .for_each(|warning| self.settings.levels.allow(warning)),
            "deny" => strings(tokens, &name)?
                .into_iter()
                .for_each(|warning| self.settings.levels.deny(warning)),
            "json" => self.settings.options.json = flag(tokens, &name)?,
            "frozen" => self.settings.options.frozen = flag(tokens, &name)?,
            "crate" => self.settings.options.krate = path(tokens),
            _ => return Err(format!("no argument is named `{name}`\nhelp: {USAGE}")),
        }
        Ok(())
    }
}

fn next_string(tokens: &mut Tokens, name: &str) -> Result<String, String> {
    match tokens.next() {
        Some(token) => string(&token),
        None => Err(format!("`{name}` lacks its value")),
    }
}

/// One string, or a list of them.
fn strings(tokens: &mut Tokens, name: &str) -> Result<Vec<String>, String> {
    match tokens.next() {
        Some(TokenTree::Group(list)) if list.delimiter() == Delimiter::Bracket => {
            let members = list.stream().into_iter();
            members
                .filter(|token| !matches!(token, TokenTree::Punct(comma) if comma.as_char() == ','))
                .map(|token| string(&token))
                .collect()
        }
        Some(token) => Ok(vec![string(&token)?]),
        None => Err(format!("`{name}` lacks its value")),
    }
}

fn flag(tokens: &mut Tokens, name: &str) -> Result<bool, String> {
    match tokens.next().map(|token| token.to_string()).as_deref() {
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        _ => Err(format!("`{name}` is `true` or `false`")),
    }
}

/// The tokens up to the next comma.
fn path(tokens: &mut Tokens) -> String {
    let mut path = String::new();
    while let Some(token) = tokens.peek() {
        if matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',') {
            break;
        }
        path.push_str(&token.to_string());
        tokens.next();
    }
    path
}

/// The value of a plain or raw string literal.
fn string(token: &TokenTree) -> Result<String, String> {
    let refused = || format!("`{token}` is not a string literal\nhelp: {USAGE}");
    // A literal that came through another macro stands in an invisible group.
    if let TokenTree::Group(group) = token
        && group.delimiter() == Delimiter::None
        && let Some(inner) = group.stream().into_iter().next()
    {
        return string(&inner);
    }
    let TokenTree::Literal(literal) = token else {
        return Err(refused());
    };
    let text = literal.to_string();
    if let Some(raw) = text.strip_prefix('r') {
        let raw = raw.trim_matches('#');
        return raw
            .strip_prefix('"')
            .and_then(|raw| raw.strip_suffix('"'))
            .map(str::to_owned)
            .ok_or_else(refused);
    }
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .ok_or_else(refused)?;
    if inner.contains('\\') {
        return Err(format!(
            "`{text}` has an escape; write the path with `/` and no escapes"
        ));
    }
    Ok(inner.to_owned())
}
