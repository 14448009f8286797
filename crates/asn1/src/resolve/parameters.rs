//! Parameterization (X.683): actual parameters, and one instance for each distinct list of them.

use wireglot_text::Span;

use super::scope::{ArgumentsId, DefinitionId, Instance, Scope, GROUND};
use super::state::names::Symbol;
use super::state::parameters::{Actual, Arguments};
use super::Resolver;
use crate::faults::ResolveKind;
use crate::parse;
use crate::token::{Keyword as Word, TokenKind};
use crate::tree::{self, TypeKind};

/// The maximum nesting depth of instances. Real specifications reach 5 or so.
const NESTING: u32 = 2_000;

/// The maximum number of characters of actual parameters shown in a name.
const SHOWN: usize = 1_000;

/// The maximum number of instances in total.
const INSTANCES: usize = 50_000;

/// The maximum length in octets of the text of all instances, without the first of each definition: a few lines
/// could otherwise ask for many large ones.
const TEXT: usize = 2 << 20;

impl<'t> Resolver<'t> {
    /// The list of actual parameters of a reference; equal parameters give the same list.
    pub(super) fn instantiate(
        &mut self,
        definition: DefinitionId,
        dummies: &'t [tree::Parameter],
        given: &'t [tree::Argument],
        span: Span,
        scope: &Scope,
    ) -> Option<ArgumentsId> {
        // The same words in the same scope have the same meaning.
        let words: Vec<&str> = given.iter().map(|argument| argument.tokens.text()).collect();
        let place = (definition, scope.module, scope.arguments, words.join(","));
        if let Some(&same) = self.parameters.by_words.get(&place) {
            return Some(same);
        }
        let nesting = self.parameters.lists[scope.arguments.0 as usize].nesting + 1;
        if !self.may_instantiate(definition) {
            if !std::mem::replace(&mut self.parameters.endless, true) {
                self.fault(span, ResolveKind::TooLong(TEXT));
            }
            return None;
        }
        if nesting > NESTING
            || self.parameters.lists.len() > INSTANCES
            || self.parameters.endless && nesting > 3
        {
            let name = || self.names.definitions[definition.0 as usize].tree.name.text.to_string();
            match nesting > NESTING {
                _ if self.parameters.endless => {}
                true => self.fault(span, ResolveKind::Endless(name(), NESTING)),
                false => self.fault(span, ResolveKind::TooMany(INSTANCES)),
            }
            self.parameters.endless = true;
            return None;
        }
        let id = ArgumentsId(self.parameters.lists.len() as u32);
        self.parameters.lists.push(Arguments {
            list: Vec::with_capacity(dummies.len()),
            nesting,
            ..Arguments::default()
        });
        let module = self.names.definitions[definition.0 as usize].module;
        let inside = Scope { module, arguments: id, enclosing: None };
        let outside = scope.in_parameter();
        // Actual parameters may have actual parameters themselves.
        self.deeper(span, |resolver| {
            resolver.fill_arguments((definition, id), dummies, given, &inside, &outside);
            Some(())
        })?;
        let id = self.intern(definition, id);
        self.parameters.by_words.insert(place, id);
        Some(id)
    }

    /// Counts an instance; returns whether the text of all of them is within the maximum.
    fn may_instantiate(&mut self, definition: DefinitionId) -> bool {
        if !self.parameters.instantiated.insert(definition) {
            let span = self.names.definitions[definition.0 as usize].tree.span;
            self.parameters.text += (span.hi - span.lo) as usize;
        }
        self.parameters.text <= TEXT
    }

    /// Types and classes first, since governors of the others may refer to them.
    fn fill_arguments(
        &mut self,
        (definition, id): (DefinitionId, ArgumentsId),
        dummies: &'t [tree::Parameter],
        given: &'t [tree::Argument],
        inside: &Scope,
        outside: &Scope,
    ) {
        for (index, dummy) in dummies.iter().enumerate() {
            let name = dummy.name.text.to_string();
            let around = &self.parameters.lists[outside.arguments.0 as usize];
            let same = around.get(&name).cloned().flatten();
            // Given parameters are read below; missing ones have been found (`Meant`).
            let actual = match index >= given.len() {
                true => same.or_else(|| self.only_argument(dummy, inside)),
                false => None,
            };
            self.parameters.lists[id.0 as usize].push(name, actual);
        }
        if self.parameter_kinds(definition, dummies, given, outside) {
            return;
        }
        for governed in [false, true] {
            for (index, (dummy, argument)) in dummies.iter().zip(given).enumerate() {
                if dummy.governor.is_some() != governed {
                    continue;
                }
                let actual = match &dummy.governor {
                    None => self.free_argument(dummy, argument, outside),
                    Some(governor) => self.governed_argument(dummy, governor, argument, inside, outside),
                };
                if let Some(entry) = self.parameters.lists[id.0 as usize].list.get_mut(index) {
                    entry.1 = actual;
                }
            }
        }
    }

    /// Reports the first actual parameter that is a type instead of a value, or the other way round.
    fn parameter_kinds(
        &mut self,
        definition: DefinitionId,
        dummies: &'t [tree::Parameter],
        given: &'t [tree::Argument],
        outside: &Scope,
    ) -> bool {
        let pairs: Vec<_> = dummies.iter().zip(given).collect();
        let wrong =
            |(dummy, argument): &(&tree::Parameter, &tree::Argument)| match self.shape(argument, outside) {
                Some(Shape::Type) => dummy.governor.is_some() && !dummy.name.is_upper(),
                Some(Shape::Value) => dummy.governor.is_none() && dummy.name.is_upper(),
                None => false,
            };
        let all: Vec<usize> = (0..pairs.len()).filter(|&i| pairs.get(i).is_some_and(wrong)).collect();
        let Some(&place) = all.first() else { return false };
        let governed = |i: usize| pairs.get(i).is_some_and(|(dummy, _)| dummy.governor.is_some());
        let swapped = match all[..] {
            [one, other] if governed(one) != governed(other) => Some(other),
            _ => None,
        };
        let Some((dummy, argument)) = pairs.get(place) else { return false };
        let name = self.names.definitions[definition.0 as usize].tree.name.text.to_string();
        let wanted = match &dummy.governor {
            Some(governor) => {
                let module = self.names.definitions[definition.0 as usize].module;
                format!("a value of {} (`{}`)", self.text_of(module, governor.span), dummy.name.text)
            }
            None => format!("a type (`{}`)", dummy.name.text),
        };
        let text = argument.tokens.text();
        let given_text = if dummy.governor.is_some() { "a type" } else { "a value" };
        let mut words: Vec<&str> = given.iter().map(|argument| argument.tokens.text()).collect();
        let hint = match swapped {
            Some(other) => {
                words.swap(place, other);
                format!("write `{name} {{ {} }}`", words.join(", "))
            }
            None => format!("write {} here", if dummy.governor.is_some() { "a value" } else { "a type" }),
        };
        let kind = ResolveKind::ParameterKind {
            place: ordinal(place),
            name,
            wanted,
            given: format!("`{text}` is {given_text}"),
            hint,
        };
        self.fault(argument.span, kind);
        true
    }

    /// Whether an actual parameter is certainly a type, or certainly a value.
    fn shape(&self, argument: &tree::Argument, scope: &Scope) -> Option<Shape> {
        use TokenKind::{BString, CString, Colon, HString, Keyword, Lower, Minus, Number, Real, Upper};
        let tokens = argument.tokens.tokens();
        let first = tokens.first()?.kind;
        match first {
            Number | Real | Minus | CString | BString | HString => Some(Shape::Value),
            Keyword(Word::True | Word::False) => Some(Shape::Value),
            Lower if tokens.len() == 1 => Some(Shape::Value),
            Keyword(Word::Null) => None,
            Keyword(_) if parse::begins_type(first) && tokens.iter().all(|token| token.kind != Colon) => {
                Some(Shape::Type)
            }
            Upper if tokens.len() == 1 => {
                let word = argument.tokens.list().word(*tokens.first()?)?;
                match self.symbol(word, scope) {
                    Some(Symbol::Definition(id)) => {
                        let tree = &self.names.definitions[id.0 as usize].tree;
                        matches!(&tree.kind, tree::AssignmentKind::Type(_)).then_some(Shape::Type)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A missing parameter: the only object or set of its class.
    fn only_argument(&mut self, dummy: &'t tree::Parameter, inside: &Scope) -> Option<Actual> {
        let definition = self.only_of_class(dummy, inside.module)?;
        let instance = Instance { definition, arguments: GROUND };
        match dummy.name.is_upper() {
            true => self.object_set_instance(instance).map(Actual::ObjectSet),
            false => self.object_instance(instance).map(Actual::Object),
        }
    }

    /// A parameter without a governor: a type or a class.
    fn free_argument(
        &mut self,
        dummy: &tree::Parameter,
        argument: &'t tree::Argument,
        outside: &Scope,
    ) -> Option<Actual> {
        if !dummy.name.is_upper() {
            // Reported once, at the parameter list.
            return None;
        }
        let ty = parse::type_(&argument.tokens, &mut self.faults);
        let ty = self.keep_type(ty)?;
        if self.is_class_notation(ty, outside) {
            return self.class_notation(ty, outside).map(Actual::Class);
        }
        match &ty.kind {
            TypeKind::Error => None,
            TypeKind::Reference(r) if ty.tags.is_empty() && ty.constraints.is_empty() => {
                let id = self.type_reference(r, outside)?;
                Some(Actual::Type(id))
            }
            _ => Some(Actual::Type(self.ty(ty, outside))),
        }
    }

    fn governed_argument(
        &mut self,
        dummy: &tree::Parameter,
        governor: &'t tree::Type,
        argument: &'t tree::Argument,
        inside: &Scope,
        outside: &Scope,
    ) -> Option<Actual> {
        if self.is_class_notation(governor, inside) {
            let class = self.class_notation(governor, inside)?;
            if dummy.name.is_upper() {
                let set = parse::set_argument(argument, &mut self.faults);
                let set = self.keep_set(set)?;
                return Some(Actual::ObjectSet(self.object_set_argument(set, class, outside)?));
            }
            let object = parse::value(&argument.tokens, &mut self.faults);
            let object = self.keep_value(object)?;
            return self.object(object, class, outside).map(Actual::Object);
        }
        let governor = self.ty(governor, inside);
        if dummy.name.is_upper() {
            let set = parse::set_argument(argument, &mut self.faults);
            let set = self.keep_set(set)?;
            return Some(Actual::ValueSet(self.value_set_argument(set, governor, outside)));
        }
        let value = parse::value(&argument.tokens, &mut self.faults);
        let value = self.keep_value(value)?;
        let value = self.value(value, governor, outside)?;
        Some(Actual::Value(governor, value))
    }

    /// Gives equal lists of parameters the same id.
    fn intern(&mut self, definition: DefinitionId, id: ArgumentsId) -> ArgumentsId {
        let list = std::mem::take(&mut self.parameters.lists[id.0 as usize].list);
        let keys: Vec<String> = list.iter().map(|(_, actual)| self.key(actual.as_ref())).collect();
        let key = (definition.0, keys.join(","));
        if let Some(&same) = self.parameters.by_meaning.get(&key) {
            if id.0 as usize + 1 == self.parameters.lists.len() {
                self.parameters.lists.pop();
            }
            return same;
        }
        let shown = self.show_list(&list);
        if let Some(entry) = self.parameters.lists.get_mut(id.0 as usize) {
            entry.list = list;
            entry.shown = shown;
        }
        self.parameters.by_meaning.insert(key, id);
        id
    }

    /// A text that is the same for equal parameters.
    fn key(&self, actual: Option<&Actual>) -> String {
        match actual {
            None => "?".into(),
            Some(Actual::Type(id) | Actual::ValueSet(id)) => self.type_key(*id),
            Some(Actual::Value(_, value)) => format!("{value:?}"),
            Some(Actual::Class(id)) => format!("c{}", id.0),
            Some(Actual::Object(id)) => format!("o{}", id.0),
            Some(Actual::ObjectSet(id)) => format!("s{}", id.0),
        }
    }

    /// Parameters as shown in the name of an instance. Each may be an instance whose name repeats others.
    fn show_list(&self, list: &[(String, Option<Actual>)]) -> String {
        let mut shown = String::from("{");
        for (index, (_, actual)) in list.iter().enumerate() {
            if shown.len() > SHOWN {
                shown.push_str(", ...");
                break;
            }
            shown.push_str(if index > 0 { ", " } else { "" });
            let one = self.show(actual.as_ref());
            match one.char_indices().nth(SHOWN) {
                Some((end, _)) => shown.extend([&one[..end], "..."]),
                None => shown.push_str(&one),
            }
        }
        shown + "}"
    }

    /// A parameter as shown in the name of an instance.
    fn show(&self, actual: Option<&Actual>) -> String {
        match actual {
            None => "?".into(),
            Some(Actual::Type(id) | Actual::ValueSet(id)) => self.type_shown(*id),
            Some(Actual::Value(_, value)) => super::finish::show_value(value),
            Some(Actual::Class(id)) => named_or(&self.model.class(*id).name, "class"),
            Some(Actual::Object(id)) => named_or(&self.model.object(*id).name, "object"),
            Some(Actual::ObjectSet(id)) => named_or(&self.model.object_set(*id).name, "set"),
        }
    }
}

/// What an actual parameter is, judging by its words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Type,
    Value,
}

/// Which parameter is meant, by its place from 0.
fn ordinal(place: usize) -> String {
    match ["first", "second", "third", "fourth"].get(place) {
        Some(word) => format!("the {word} parameter"),
        None => format!("parameter {}", place + 1),
    }
}

/// The name, or a word for something unnamed: a number would depend on other definitions.
fn named_or(name: &str, word: &str) -> String {
    let name = if name.is_empty() { word } else { name };
    name.to_owned()
}
