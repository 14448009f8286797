//! Uses of types: built-in types, names, arrays.

use wireglot_bigint::BigInt;
use wireglot_model::{Bound, Constraint, Element, End, Kind, Set, Subject, TypeId, Value};
use wireglot_text::Span;

use super::scope::{distance, Entity};
use super::Resolver;
use crate::faults::Finding;
use crate::parse::{base_type, BaseType, SWITCH};
use crate::tree::{ItemKind, TypeExpr, Word};

/// Types added by extensions.
const FLOATS: [&str; 2] = ["float32", "float64"];

/// Types of other languages, and their bitproto equivalents.
const HABITS: &[(&[&str], &str)] = &[
    (&["int", "long", "short", "integer"], "say how many bits: `int32`, or any number from 1 to 64"),
    (&["uint", "unsigned", "size_t"], "say how many bits: `uint32`, or any number from 1 to 64"),
    (
        &["float", "double", "real", "f32", "f64"],
        "use a scaled integer, such as an `int32` of millimetres, or switch on `float32` and `float64`: `option wireglot.extensions = true`",
    ),
    (&["string", "str", "String"], "text is an array of bytes, of a fixed size: `byte[32]`"),
    (&["bytes", "octets", "blob"], "write an array of bytes, of a fixed size: `byte[32]`"),
    (&["char", "octet"], "write `byte`"),
    (&["uchar", "ubyte", "u_char"], "write `uint8` or `byte`"),
    (&["word", "dword", "qword", "ushort", "ulong"], "say how many bits: `uint16`, `uint32` or `uint64`"),
    (&["boolean", "Bool", "bit"], "a bit is a `bool`"),
];

impl Resolver<'_> {
    pub(super) fn ty(&mut self, ty: &TypeExpr) -> Option<TypeId> {
        let element = match base_type(&ty.element.text, self.extended) {
            Some(_) => self.base(&ty.element),
            None => self.reference(&ty.element),
        };
        let Some(array) = &ty.array else { return element };
        self.extensible_allowed(array.extensible);
        let capacity = self.capacity(&array.capacity);
        let (element, capacity) = (element?, capacity?);
        let of = self.unnamed(Kind::SequenceOf(Element { ty: element, name: None }), ty.span);
        let size = range(capacity.into(), capacity.into(), array.capacity.span);
        let size = Constraint { extension: array.extensible.map(|_| None), ..size };
        let constraint =
            Constraint { root: Set::Size(Box::new(size)), extension: None, exception: None, span: ty.span };
        Some(self.unnamed(Kind::Constrained { inner: of, constraint: Box::new(constraint) }, ty.span))
    }

    pub(super) fn extensible_allowed(&mut self, mark: Option<Span>) {
        if let Some(span) = mark.filter(|_| self.options.fixed) {
            let fault = Finding::error("B0412", span, "nothing extensible is allowed in optimization mode");
            self.report(fault.hint("-O is no longer needed: leave it out, the code is as fast"));
        }
    }

    /// A built-in type.
    pub(super) fn base(&mut self, word: &Word) -> Option<TypeId> {
        let key = (self.module, word.text.clone());
        if let Some(&id) = self.base.get(&key) {
            return Some(id);
        }
        let id = match base_type(&word.text, self.extended)? {
            BaseType::Bool => self.unnamed(Kind::Boolean, word.span),
            BaseType::Byte => {
                let id = self.integer(BigInt::zero(), BigInt::from(255), word.span);
                self.model.attributes.add(Subject::Type(id), "byte", Value::Boolean(true));
                id
            }
            BaseType::Float(_) => self.unnamed(Kind::Real, word.span),
            BaseType::Uint(bits) if (1..=64).contains(&bits) => {
                self.integer(BigInt::zero(), BigInt::from((1i128 << bits) - 1), word.span)
            }
            BaseType::Int(bits) if (1..=64).contains(&bits) => self.integer(
                BigInt::from(-(1i128 << (bits - 1))),
                BigInt::from((1i128 << (bits - 1)) - 1),
                word.span,
            ),
            _ => {
                self.report(Finding::error("B0401", word.span, "an integer type has 1 to 64 bits"));
                return None;
            }
        };
        let bits = match base_type(&word.text, self.extended)? {
            BaseType::Bool => 1,
            BaseType::Byte => 8,
            BaseType::Uint(bits) | BaseType::Int(bits) | BaseType::Float(bits) => u64::from(bits),
        };
        self.attribute(id, "bits", bits);
        self.base.insert(key, id);
        Some(id)
    }

    fn integer(&mut self, lo: BigInt, hi: BigInt, span: Span) -> TypeId {
        let inner = self.unnamed(Kind::Integer(Vec::new()), span);
        self.unnamed(Kind::Constrained { inner, constraint: Box::new(range(lo, hi, span)) }, span)
    }

    pub(super) fn attribute(&mut self, id: TypeId, name: &str, number: u64) {
        self.model.attributes.add(Subject::Type(id), name, Value::Integer(number.into()));
    }

    /// A type by its dotted name.
    fn reference(&mut self, name: &Word) -> Option<TypeId> {
        match self.scopes.find(&name.text) {
            Some(Entity::Type(id)) => return Some(*id),
            Some(Entity::Broken) => {}
            Some(other) => {
                let what = other.noun();
                self.report(Finding::error(
                    "B0307",
                    name.span,
                    format!("`{}` is {what}, not a type", name.text),
                ));
            }
            None if self.is_lost(&name.text) => {}
            None => {
                let fault =
                    Finding::error("B0306", name.span, format!("the type `{}` is not defined", name.text));
                if FLOATS.contains(&name.text.as_str()) {
                    let what = format!("the type `{}` is an extension of bitproto", name.text);
                    self.report(Finding::error("B0207", name.span, what).hint(SWITCH));
                    return None;
                }
                let habit = HABITS.iter().find(|(words, _)| words.contains(&name.text.as_str()));
                let habit = habit.map(|(_, habit)| habit.to_string()).or_else(|| without_ending(&name.text));
                let basic = basic_type(&name.text);
                let near = self.scopes.suggest(&name.text, |entity| matches!(entity, Entity::Type(_)));
                let is_type = |kind: &ItemKind| {
                    matches!(kind, ItemKind::Alias { .. } | ItemKind::Enum { .. } | ItemKind::Message { .. })
                };
                let below = self.below(name, is_type);
                let enum_of_value = self.scopes.holder_of_value(&name.text);
                let import = self.of_import(name);
                let fault = match (habit, basic.or(near), below) {
                    (Some(habit), ..) => fault.hint(habit),
                    _ if enum_of_value.is_some() => {
                        let holder = enum_of_value.unwrap_or_default();
                        fault.hint(format!("it is a value of the enum `{holder}`, which is the type"))
                    }
                    _ if self.path.contains(&name.text) => {
                        fault.hint("no message contains itself: messages have a fixed size")
                    }
                    (_, _, Some((other, span))) if other == name.text && span.hi <= name.span.lo => {
                        fault.hint("a type cannot be defined by itself: name another one")
                    }
                    (_, _, Some((other, span))) if other == name.text => {
                        fault.also(span, "defined here").hint(moved(&name.text, &other))
                    }
                    (_, Some(near), _) => fault.hint(format!("did you mean `{near}`?")),
                    _ if import.is_some() => fault.hint(import.unwrap_or_default()),
                    (_, _, Some((other, span))) => {
                        fault.also(span, "defined here").hint(moved(&name.text, &other))
                    }
                    _ => fault.hint("define it above, or import the file that does"),
                };
                self.report(fault);
            }
        }
        None
    }
}

impl Resolver<'_> {
    /// Whether a name that is not defined may come from an import or a definition that has errors itself.
    fn is_lost(&self, name: &str) -> bool {
        match name.split_once('.') {
            Some((prefix, _)) => self.lost.imports && self.scopes.find(prefix).is_none(),
            None => self.lost.types,
        }
    }

    /// A definition of this kind with this or a similar name, further down in the file or the message. All that are
    /// above are in the scopes.
    pub(super) fn below(
        &mut self,
        used: &Word,
        wanted: impl Fn(&ItemKind) -> bool,
    ) -> Option<(String, Span)> {
        let name = used.text.as_str();
        if !self.scopes.may_compare(self.around.iter().map(|items| items.len()).sum()) {
            return None;
        }
        let items = self.around.iter().flat_map(|items| items.iter());
        let names = items.filter(|item| wanted(&item.kind)).filter_map(|item| match &item.kind {
            ItemKind::Alias { name, .. }
            | ItemKind::Const { name, .. }
            | ItemKind::Enum { name, .. }
            | ItemKind::Message { name, .. } => Some(name),
            _ => None,
        });
        let near = names.map(|word| (distance(name, &word.text), word));
        let limit = (1 + name.len() / 4).min(name.len().saturating_sub(1));
        let near = near.filter(|(d, word)| *d == 0 || *d <= limit && word.span.lo > used.span.lo);
        let near = near.filter(|(_, word)| self.scopes.find(&word.text).is_none());
        near.min_by_key(|(d, word)| (*d, word.span.lo)).map(|(_, word)| (word.text.clone(), word.span))
    }
}

impl Resolver<'_> {
    /// Advice for a type that an imported file does not have, or whose import is below.
    fn of_import(&mut self, name: &Word) -> Option<String> {
        let (prefix, _) = name.text.split_once('.')?;
        if matches!(self.scopes.find(prefix), Some(Entity::Import)) {
            let types = self.scopes.types_in(prefix);
            return Some(match &types[..] {
                [] => format!("`{prefix}` has no types"),
                types => format!("`{prefix}` has {}", types.join(", ")),
            });
        }
        let items = *self.around.first()?;
        if !self.scopes.may_compare(items.len()) {
            return None;
        }
        items.iter().filter(|item| item.span.lo > name.span.lo).find_map(|item| match &item.kind {
            ItemKind::Import { name: Some(own), .. } if own.text == prefix => {
                Some("move its import above its first use".to_string())
            }
            ItemKind::Import { name: None, path } if stem(&path.text) == prefix => {
                Some("move its import above its first use".to_string())
            }
            _ => None,
        })
    }
}

/// The name of a file without folders and ending.
fn stem(path: &str) -> &str {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    file.split('.').next().unwrap_or(file)
}

/// What to do about a name that is defined, as `other`, below its use.
pub(super) fn moved(name: &str, other: &str) -> String {
    match name == other {
        true => "move its definition above its first use".to_string(),
        false => format!("did you mean `{other}`? Move its definition above its first use"),
    }
}

/// Advice for a built-in type with something after it, such as `uint32_t` and `uint16be`.
fn without_ending(word: &str) -> Option<String> {
    let is_base = |word: &str| matches!(base_type(word, false), Some(BaseType::Uint(_) | BaseType::Int(_)));
    if let Some(stem) = word.strip_suffix("_t").filter(|stem| is_base(stem)) {
        return Some(format!("write it without `_t`: `{stem}`"));
    }
    let endings = ["_be", "_le", "be", "le", "BE", "LE"];
    let stem =
        endings.into_iter().find_map(|ending| word.strip_suffix(ending)).filter(|stem| is_base(stem))?;
    Some(format!("types have no byte order: write `{stem}`"))
}

/// The built-in type for which a word may be a typo: other abbreviations and letters in another order.
fn basic_type(word: &str) -> Option<String> {
    let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &word[stem.len()..];
    let lower = stem.to_ascii_lowercase();
    let known = |kind: &str| {
        let mut letters = [lower.clone().into_bytes(), kind.as_bytes().to_vec()];
        letters.iter_mut().for_each(|letters| letters.sort_unstable());
        letters[0] == letters[1]
    };
    let bits = digits.parse().is_ok_and(|bits: u32| (1..=64).contains(&bits));
    match lower.as_str() {
        "byte" if !digits.is_empty() => Some(format!("byte[{digits}]")),
        "byte" | "bytes" => Some("byte".to_string()),
        "bits" | "bit" | "ubit" | "ubits" if bits => Some(format!("uint{digits}")),
        "bool" if bits && digits != "1" => Some(format!("uint{digits}")),
        "u" | "ui" | "uin" | "unt" | "uit" | "unsigned" if bits => Some(format!("uint{digits}")),
        "i" | "s" | "sint" | "signed" | "integer" if bits => Some(format!("int{digits}")),
        _ if bits && known("uint") => Some(format!("uint{digits}")),
        _ if bits && known("int") => Some(format!("int{digits}")),
        _ if digits.is_empty() && known("byte") => Some("byte".to_string()),
        _ if digits.is_empty() && known("bool") => Some("bool".to_string()),
        _ => None,
    }
}

/// `(lo..hi)`
fn range(lo: BigInt, hi: BigInt, span: Span) -> Constraint {
    let bound = |n| Bound { end: End::Value(Value::Integer(n)), open: false };
    Constraint { root: Set::Range(bound(lo), bound(hi)), extension: None, exception: None, span }
}
