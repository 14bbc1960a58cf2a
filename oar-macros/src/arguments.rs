//! The arguments of `include_rules!`.

use oar_compiler::Settings;
use oar_compiler::build::Request;
use oar_compiler::diagnostic::did_you_mean;
use proc_macro::{Delimiter, Ident, Span, TokenStream, TokenTree};

const USAGE: &str = "write paths as string literals, then any of `capability = \"…\"`, `config = [\"…\"]`, \
                     `ordering = [\"…\"]`, `allow = [\"…\"]`, `deny = [\"…\"]`, `crate = path`, `json = true`, `frozen = true`";

const NAMES: [&str; 8] = [
    "capability",
    "config",
    "ordering",
    "allow",
    "deny",
    "crate",
    "json",
    "frozen",
];

/// What the macro was asked to do.
pub(crate) struct Arguments {
    pub(crate) request: Request,
    pub(crate) settings: Settings,
}

/// Why the arguments do not read, and where.
pub(crate) struct Refusal {
    pub(crate) message: String,
    pub(crate) span: Span,
}

type Tokens = std::iter::Peekable<proc_macro::token_stream::IntoIter>;

fn refuse<T>(span: Span, message: &str, help: &str) -> Result<T, Refusal> {
    let message = format!("{message}\nhelp: {help}");
    Err(Refusal { message, span })
}

impl Arguments {
    /// Reads the arguments.
    pub(crate) fn parse(input: TokenStream) -> Result<Self, Refusal> {
        let mut arguments = Self {
            request: Request::default(),
            settings: Settings::default(),
        };
        let mut given: Vec<String> = Vec::new();
        let mut tokens = input.into_iter().peekable();
        while let Some(first) = tokens.next() {
            match first {
                TokenTree::Ident(name) => {
                    arguments.named(&name, &mut tokens)?;
                    let text = name.to_string();
                    if given.contains(&text) {
                        let message = format!("`{text}` is given twice");
                        return refuse(name.span(), &message, "keep one of the two");
                    }
                    given.push(text);
                }
                path => arguments.request.paths.push(string(&path)?),
            }
            comma(&mut tokens)?;
        }
        let request = &arguments.request;
        if request.paths.is_empty() && request.catalogue.is_empty() {
            return refuse(
                Span::call_site(),
                "there is no path to rule documents",
                USAGE,
            );
        }
        Ok(arguments)
    }

    fn named(&mut self, name: &Ident, tokens: &mut Tokens) -> Result<(), Refusal> {
        let text = name.to_string();
        if !NAMES.contains(&text.as_str()) {
            let message =
                format!("`{text}` is neither a string literal nor the name of an argument");
            let meant = did_you_mean(&text, NAMES);
            return refuse(name.span(), &message, meant.as_deref().unwrap_or(USAGE));
        }
        match tokens.next() {
            Some(TokenTree::Punct(equals)) if equals.as_char() == '=' => {}
            _ => {
                return refuse(
                    name.span(),
                    &format!("`{text}` has no `=` and no value"),
                    USAGE,
                );
            }
        }
        let Self { request, settings } = self;
        match text.as_str() {
            "capability" => request.capability = Some(string(&value(name, tokens)?)?),
            "config" => request.configs = Some(strings(name, tokens)?),
            "ordering" => request.catalogue = strings(name, tokens)?,
            "allow" => {
                let allowed = strings(name, tokens)?.into_iter();
                allowed.for_each(|warning| settings.levels.allow(warning));
            }
            "deny" => {
                let denied = strings(name, tokens)?.into_iter();
                denied.for_each(|warning| settings.levels.deny(warning));
            }
            "json" => settings.options.json = flag(name, tokens)?,
            "frozen" => settings.options.frozen = flag(name, tokens)?,
            _ => settings.options.krate = path(name, tokens)?,
        }
        Ok(())
    }
}

/// The end, or a comma before the next one.
fn comma(tokens: &mut Tokens) -> Result<(), Refusal> {
    match tokens.next() {
        None => Ok(()),
        Some(token) if is_comma(&token) => Ok(()),
        Some(other) => refuse(
            other.span(),
            &format!("a comma is missing before `{other}`"),
            USAGE,
        ),
    }
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',')
}

fn value(name: &Ident, tokens: &mut Tokens) -> Result<TokenTree, Refusal> {
    match tokens.next() {
        Some(token) if !is_comma(&token) => Ok(token),
        _ => refuse(name.span(), &format!("`{name}` has no value"), USAGE),
    }
}

/// One string, or a list of them.
fn strings(name: &Ident, tokens: &mut Tokens) -> Result<Vec<String>, Refusal> {
    match value(name, tokens)? {
        TokenTree::Group(list) if list.delimiter() == Delimiter::Bracket => {
            let mut members = list.stream().into_iter().peekable();
            let mut strings = Vec::new();
            while let Some(member) = members.next() {
                strings.push(string(&member)?);
                comma(&mut members)?;
            }
            Ok(strings)
        }
        token => Ok(vec![string(&token)?]),
    }
}

fn flag(name: &Ident, tokens: &mut Tokens) -> Result<bool, Refusal> {
    let token = value(name, tokens)?;
    match token.to_string().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        other => {
            let message = format!("`{name}` is `{other}`, which is no boolean");
            refuse(token.span(), &message, "write `true` or `false`")
        }
    }
}

/// The tokens up to the next comma.
fn path(name: &Ident, tokens: &mut Tokens) -> Result<String, Refusal> {
    let mut path = value(name, tokens)?.to_string();
    while let Some(token) = tokens.next_if(|token| !is_comma(token)) {
        path.push_str(&token.to_string());
    }
    Ok(path)
}

/// The value of a plain or raw string literal.
fn string(token: &TokenTree) -> Result<String, Refusal> {
    // A literal that came through another macro stands in an invisible group.
    if let TokenTree::Group(group) = token
        && group.delimiter() == Delimiter::None
        && let Some(inner) = group.stream().into_iter().next()
    {
        return string(&inner);
    }
    let text = token.to_string();
    let literal = matches!(token, TokenTree::Literal(_));
    let inner = match text.strip_prefix('r') {
        Some(raw) => raw.trim_matches('#'),
        None => text.as_str(),
    };
    let quoted = inner
        .strip_prefix('"')
        .and_then(|inner| inner.strip_suffix('"'));
    match quoted.filter(|_| literal) {
        None => refuse(
            token.span(),
            &format!("`{text}` is not a string literal"),
            USAGE,
        ),
        Some(escaped) if escaped.contains('\\') => {
            let help = "write the path with `/` and no escapes";
            refuse(token.span(), &format!("`{text}` has an escape"), help)
        }
        Some(plain) => Ok(plain.to_owned()),
    }
}
