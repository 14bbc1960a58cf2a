//! Every standard profile over JSON values, from the table that declares it.

use super::occurrence::Occurrence;
use super::values;
use crate::facts::{self, Observed, default, from_call, profiles, ty, zero};

macro_rules! read {
    (bool) => {
        values::as_bool
    };
    (int) => {
        values::as_int
    };
    (double) => {
        values::as_double
    };
    (string) => {
        values::as_str
    };
    (list) => {
        values::as_list
    };
    (spans) => {
        values::as_spans
    };
    (map) => {
        values::as_map
    };
}

macro_rules! implement {
    ($($(#[$profile:meta])* $trait:ident $(: $above:path,)? $name:literal {
        $($(#[$doc:meta])* $fact:ident: $ty:ident $(= $default:path)?;)*
    } {
        $($(#[$function_doc:meta])* fn $function:ident($argument:ident) -> $result:ident $(= $function_default:path)?;)*
    })*) => {$(
        impl facts::$trait for Occurrence<'_> {
            $(fn $fact(&self) -> Observed<ty!($ty)> {
                match self.value(stringify!($fact)) {
                    Some(value) => read!($ty)(value),
                    None => default!(facts::Occurrence::call(self), zero!($ty) $(, $default)?),
                }
            })*
            $(fn $function(&self, argument: ty!($argument)) -> Observed<ty!($result)> {
                match self.value(stringify!($function)) {
                    Some(value) => read!($result)(value),
                    None => default!(self.answering_call(), argument, zero!($result) $(, $function_default)?),
                }
            })*
        }
    )*};
}

profiles!(implement);
