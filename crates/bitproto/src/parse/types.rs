//! Types: built-in types, dotted names, arrays.

use wireglot_text::Span;

use super::cursor::{Broken, Parsed, Parser};
use crate::lex::Kind;
use crate::tree::{ArrayExpr, Expr, ExprKind, TypeExpr};

impl Parser<'_> {
    /// Whether a word is a built-in type.
    pub(super) fn is_base(&self, span: Span) -> bool {
        base_type(self.slice(span), self.extended).is_some()
    }

    pub(super) fn ty(&mut self) -> Parsed<TypeExpr> {
        let element = match self.peek().kind {
            Kind::Word if self.is_base(self.peek().span) => self.word(),
            Kind::Mark(b'[') => return self.fail("a type", "the size comes after the type: `uint8[4]`"),
            _ => self.dotted("a type")?,
        };
        if self.is_mark(b'<') {
            let hint = match (element.text.as_str(), self.ahead(1), self.text_ahead(2)) {
                (name @ ("uint" | "int"), Some(Kind::Integer), ">") => {
                    format!("write the width without brackets: `{name}{}`", self.text_ahead(1))
                }
                _ => "there are no types with parameters: an array is written `uint8[4]`".to_string(),
            };
            return self.fail("a simple type", &hint);
        }
        let mut ty = TypeExpr { span: element.span, element, array: None };
        if self.accept(b'[').is_some() {
            let capacity = match self.peek().kind {
                _ if self.at_odd_number() => return self.odd_number(),
                Kind::Integer => self.integer(),
                Kind::Word => {
                    let name = self.dotted("a constant")?;
                    Expr { span: name.span, kind: ExprKind::Name(name.text) }
                }
                _ => {
                    return self.fail(
                        "a number",
                        "arrays have a fixed size, a decimal number or a constant: `byte[4]`",
                    )
                }
            };
            if self.peek().kind == Kind::Stray && self.slice(self.peek().span) == "," {
                let hint =
                    "an array has one size; name the inner array: `type Row = uint8[4]`, and write `Row[4]`";
                self.complain("`]`", hint);
                return Err(Broken);
            }
            let hint = match self.is_mark(b'\'') {
                true => {
                    format!(
                        "the `'` goes after the bracket: `{}[{}]'`",
                        ty.element.text,
                        self.slice(capacity.span)
                    )
                }
                false => "the size of an array is one number or constant: `byte[4]`".to_string(),
            };
            let close = self.expect(b']', &hint)?;
            let extensible = self.accept(b'\'');
            ty.span = ty.span.to(extensible.unwrap_or(close));
            ty.array = Some(ArrayExpr { capacity, extensible });
            if self.is_mark(b'[') {
                let inner = self.slice(ty.span);
                let outer = self.text_ahead(1);
                let hint = format!("name the inner array: `type Row = {inner}`, and write `Row[{outer}]`");
                return self.fail("a name", &hint);
            }
        }
        Ok(ty)
    }
}

/// A built-in type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BaseType {
    /// One bit.
    Bool,
    /// Eight bits.
    Byte,
    /// `uint1` to `uint64`, with the number as written.
    Uint(u32),
    /// `int1` to `int64`.
    Int(u32),
    /// `float32` and `float64`, if extensions are enabled.
    Float(u32),
}

/// The built-in type of that name. Widths outside of 1 to 64 are still recognized.
pub fn base_type(word: &str, extended: bool) -> Option<BaseType> {
    let bits = |digits: &str| {
        let all = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        all.then(|| digits.parse::<u32>().unwrap_or(u32::MAX))
    };
    match word {
        "bool" => Some(BaseType::Bool),
        "byte" => Some(BaseType::Byte),
        "float32" if extended => Some(BaseType::Float(32)),
        "float64" if extended => Some(BaseType::Float(64)),
        _ => match word.strip_prefix("uint") {
            Some(digits) => bits(digits).map(BaseType::Uint),
            None => word.strip_prefix("int").and_then(bits).map(BaseType::Int),
        },
    }
}
