//! The host's arguments as a map of CEL, without copying them.

use ::cel::ExecutionError;
use ::cel::common::traits::{Container, Indexer};
use ::cel::common::types::{
    CelBool, CelDouble, CelInt, CelList, CelNull, CelString, MAP_TYPE, Type,
};
use ::cel::common::value::{CowVal, Val};
use serde_json::{Map, Value};

/// The arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arguments<'m>(pub(super) Option<&'m Map<String, Value>>);

impl<'m> Arguments<'m> {
    fn find(&self, key: &dyn Val) -> Option<&'m Value> {
        let key = key.downcast_ref::<CelString<'_>>()?;
        self.0?.get(key.inner())
    }
}

impl Val for Arguments<'_> {
    fn get_type(&self) -> &Type {
        Self::cel_type()
    }

    fn cel_type() -> &'static Type {
        &MAP_TYPE
    }

    fn as_container(&self) -> Option<&dyn Container> {
        Some(self)
    }

    fn as_indexer<'b, 'v>(&'b self) -> Option<&'b (dyn Indexer + 'v)>
    where
        Self: 'v,
    {
        Some(self)
    }

    fn clone_as_boxed<'v>(&self) -> Box<dyn Val + 'v>
    where
        Self: 'v,
    {
        Box::new(*self)
    }
}

impl Container for Arguments<'_> {
    fn contains(&self, key: &dyn Val) -> Result<bool, ExecutionError> {
        Ok(self.find(key).is_some())
    }
}

impl Indexer for Arguments<'_> {
    fn get<'b, 'v>(&'b self, key: &dyn Val) -> Result<CowVal<'b, 'v>, ExecutionError>
    where
        Self: 'v,
    {
        let found = self.find(key).map(value).map(CowVal::Owned);
        found.ok_or_else(|| ExecutionError::no_such_key("an argument"))
    }

    fn steal<'v>(self: Box<Self>, key: &dyn Val) -> Result<Box<dyn Val + 'v>, ExecutionError>
    where
        Self: 'v,
    {
        self.get(key).map(CowVal::into_owned)
    }
}

fn value(value: &Value) -> Box<dyn Val + '_> {
    match value {
        Value::Null => Box::new(CelNull),
        Value::Bool(value) => Box::new(CelBool::from(*value)),
        Value::Number(number) => match number.as_i64() {
            Some(integer) => Box::new(CelInt::from(integer)),
            None => Box::new(CelDouble::from(number.as_f64().unwrap_or(f64::NAN))),
        },
        Value::String(text) => Box::new(CelString::from(text.as_str())),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(self::value).collect();
            Box::new(CelList::from(items))
        }
        Value::Object(map) => Box::new(Arguments(Some(map))),
    }
}
