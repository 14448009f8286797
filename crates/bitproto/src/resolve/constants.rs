//! Values: literals, constants and expressions.

use wireglot_bigint::BigInt;
use wireglot_model::Value;
use wireglot_text::Span;

use super::scope::Entity;
use super::types::moved;
use super::{Resolver, ARRAY};
use crate::faults::Finding;
use crate::tree::{Expr, ExprKind, ItemKind, Word};

/// The allowed number of bits for a shift.
const SHIFT: std::ops::RangeInclusive<i128> = 0..=126;

impl Resolver<'_> {
    /// The value of an expression; `None` if an error has been reported.
    pub(super) fn evaluate(&mut self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Boolean(value) => Some(Value::Boolean(*value)),
            ExprKind::Integer(value) => Some(Value::Integer(value.clone())),
            ExprKind::String(value) => Some(Value::String(value.clone())),
            ExprKind::Name(name) => self.constant_named(name, expr.span),
            ExprKind::Binary(mark, left, right) => self.calculate(expr.span, *mark, left, right),
            ExprKind::Unary(mark, inner) => {
                let n = self.operand(inner)?;
                let result = if *mark == b'~' { Some(!n) } else { n.checked_neg() };
                self.calculated(expr.span, result)
            }
            ExprKind::Broken => None,
        }
    }

    fn constant_named(&mut self, name: &str, span: Span) -> Option<Value> {
        match self.scopes.find(name) {
            Some(Entity::Constant(value)) => return Some(value.clone()),
            Some(Entity::Broken) => {}
            Some(other) => {
                let message = format!("`{name}` is {}, not a constant", other.noun());
                self.report(Finding::error("B0309", span, message));
            }
            None => {
                if let Some(holder) = self.scopes.holder_of_value(name) {
                    let what = format!("`{name}` is a value of the enum `{holder}`, not a constant");
                    let fault = Finding::error("B0309", span, what);
                    self.report(fault.hint("write the number, or a constant of its own: `const NAME = 3`"));
                    return None;
                }
                let fault = Finding::error("B0308", span, format!("the constant `{name}` is not defined"));
                let near = self.scopes.suggest(name, |entity| matches!(entity, Entity::Constant(_)));
                let word =
                    ["true", "false", "yes", "no"].into_iter().find(|word| word.eq_ignore_ascii_case(name));
                let used = Word { text: name.to_string(), span };
                let below = self.below(&used, |kind| matches!(kind, ItemKind::Const { .. }));
                let fault = match (word.map(str::to_string).or(near), below) {
                    (None, Some((other, span))) => fault.also(span, "defined here").hint(moved(name, &other)),
                    (Some(near), _) => fault.hint(format!("did you mean `{near}`?")),
                    (None, None) => fault.hint("define it above: `const NAME = 1`"),
                };
                self.report(fault);
            }
        }
        None
    }

    fn calculate(&mut self, span: Span, mark: u8, left: &Expr, right: &Expr) -> Option<Value> {
        let (a, b) = (self.operand(left), self.operand(right));
        let (a, b) = (a?, b?);
        let result = match mark {
            b'+' => a.checked_add(b),
            b'-' => a.checked_sub(b),
            b'*' => a.checked_mul(b),
            b'&' => Some(a & b),
            b'|' => Some(a | b),
            b'^' => Some(a ^ b),
            b'<' | b'>' if !SHIFT.contains(&b) => {
                self.report(Finding::error("B0411", right.span, "a shift is by 0 to 126 bits"));
                return None;
            }
            b'<' => a.checked_mul(1 << b),
            b'>' => Some(a >> b),
            _ if b == 0 => {
                self.report(Finding::error("B0411", right.span, "division by zero"));
                return None;
            }
            _ => floor(a, b),
        };
        self.calculated(span, result)
    }

    fn calculated(&mut self, span: Span, result: Option<i128>) -> Option<Value> {
        if result.is_none() {
            self.report(Finding::error("B0411", span, "the result is beyond 128 bits"));
        }
        result.map(|n| Value::Integer(BigInt::from(n)))
    }

    /// A numeric operand.
    fn operand(&mut self, expr: &Expr) -> Option<i128> {
        match self.evaluate(expr)? {
            Value::Integer(n) => {
                let value = n.to_i128();
                if value.is_none() {
                    self.report(Finding::error("B0411", expr.span, "this number is beyond 128 bits"));
                }
                value
            }
            _ => {
                let fault = Finding::error("B0411", expr.span, "arithmetic needs numbers");
                self.report(fault.label("not a number"));
                None
            }
        }
    }

    /// The capacity of an array.
    pub(super) fn capacity(&mut self, expr: &Expr) -> Option<i64> {
        let value = match self.evaluate(expr)? {
            Value::Integer(n) => n.to_i64().unwrap_or(i64::MAX),
            _ => {
                let fault = Finding::error("B0402", expr.span, "an array's capacity is a number");
                self.report(match &expr.kind {
                    ExprKind::Name(name) => {
                        fault.label("not a number").hint(format!("give `{name}` a number from 1 to 65535"))
                    }
                    _ => fault,
                });
                return None;
            }
        };
        if !ARRAY.contains(&value) {
            let fault = Finding::error("B0402", expr.span, "an array has 1 to 65535 elements");
            self.report(match &expr.kind {
                ExprKind::Name(name) => fault.label(format!("`{name}` is {value}")),
                _ => fault,
            });
            return None;
        }
        Some(value)
    }
}

/// Division rounding towards minus infinity.
fn floor(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}
