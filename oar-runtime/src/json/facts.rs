//! Every standard profile over JSON values, from the table that declares it.

use super::occurrence::Occurrence;
use super::values;
use crate::facts::{self, Observed, profiles, ty, zero};

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
                self.standard(stringify!($fact), zero!($ty), read!($ty))
            })*
            $(fn $function(&self, _argument: ty!($argument)) -> Observed<ty!($result)> {
                self.read(stringify!($function), zero!($result), read!($result))
            })*
        }
    )*};
}

profiles!(implement);
