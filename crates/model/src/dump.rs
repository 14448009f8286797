//! Dump of the model (`wireglot dump model`), for people and for golden files.
//!
//! Named types are shown by name, all others in place, so the dump of a recursive type ends. The
//! dump shows what was resolved: the mode of every tag, every number of an ENUMERATED, the relation
//! of every open type.

mod constraints;
mod values;

use crate::{
    Addition, ClassId, Component, Element, Enumerated, Field, FieldKind, Kind, Members, Model, Module,
    Object, ObjectId, ObjectSetId, Open, Presence, Setting, Type, TypeId,
};

impl Model {
    /// The whole model as text.
    pub fn dump(&self) -> String {
        let mut dump = Dump { model: self, out: String::new(), indent: 0 };
        // Leaves out modules without types and values, such as those of the standard itself.
        let own = |m: &&Module| !m.types.is_empty() || !m.values.is_empty();
        self.modules.iter().filter(own).for_each(|m| dump.module(m));
        (0..self.classes.len()).for_each(|i| dump.class(ClassId(i as u32)));
        for (i, object) in self.objects.iter().enumerate().filter(|(_, o)| !o.name.is_empty()) {
            dump.object_line(ObjectId(i as u32), object);
        }
        (0..self.object_sets.len()).for_each(|i| dump.object_set(ObjectSetId(i as u32)));
        dump.out
    }

    /// A value in value notation.
    pub fn show_value(&self, value: &crate::Value) -> String {
        let mut dump = Dump { model: self, out: String::new(), indent: 0 };
        dump.value(value);
        dump.out
    }

    /// The name of a type: its reference and arguments, or its notation.
    pub fn show_type(&self, id: TypeId) -> String {
        let mut dump = Dump { model: self, out: String::new(), indent: 0 };
        dump.ty(id);
        dump.out
    }
}

struct Dump<'m> {
    model: &'m Model,
    out: String,
    indent: usize,
}

macro_rules! put {
    ($dump:expr, $($arg:tt)*) => {{
        let text = format!($($arg)*);
        $dump.out.push_str(&text);
    }};
}
use put;

impl Dump<'_> {
    fn line(&mut self) {
        put!(self, "\n{:1$}", "", self.indent * 2);
    }

    fn module(&mut self, module: &Module) {
        put!(self, "module {}", module.name);
        if let Some(oid) = &module.oid {
            put!(self, " ");
            self.oid(oid);
        }
        self.indent += 1;
        for &id in &module.types {
            self.line();
            self.name(id);
            put!(self, " ::= ");
            self.kind(self.model.ty(id));
        }
        for value in &module.values {
            self.line();
            put!(self, "{} ", value.name);
            self.ty(value.ty);
            put!(self, " ::= ");
            self.value(&value.value);
        }
        self.indent -= 1;
        put!(self, "\n");
    }

    fn name(&mut self, id: TypeId) {
        if let Some(name) = &self.model.ty(id).name {
            put!(self, "{}", name.reference);
            if !name.arguments.is_empty() {
                put!(self, " {}", name.arguments);
            }
        }
    }

    /// A type by name, or in place.
    fn ty(&mut self, id: TypeId) {
        let ty = self.model.ty(id);
        match ty.name {
            Some(_) => self.name(id),
            None => self.kind(ty),
        }
    }

    fn kind(&mut self, ty: &Type) {
        match &ty.kind {
            Kind::Reference(inner) => self.ty(*inner),
            Kind::Tagged { tag, tagging, inner } => {
                put!(self, "{tag} {} ", if tagging.is_explicit() { "EXPLICIT" } else { "IMPLICIT" });
                self.ty(*inner);
            }
            Kind::Constrained { inner, constraint } => {
                self.ty(*inner);
                put!(self, " ");
                self.constraint(constraint);
            }
            Kind::Integer(numbers) if numbers.is_empty() => self.out.push_str("INTEGER"),
            Kind::Integer(numbers) => self.named("INTEGER", numbers),
            Kind::BitString(bits) if bits.is_empty() => self.out.push_str("BIT STRING"),
            Kind::BitString(bits) => self.named("BIT STRING", bits),
            Kind::Enumerated(items) => self.enumerated(items),
            Kind::Sequence(members) => self.members("SEQUENCE", members),
            Kind::Set(members) => self.members("SET", members),
            Kind::Choice(members) => self.members("CHOICE", members),
            Kind::SequenceOf(element) => self.element("SEQUENCE OF", element),
            Kind::SetOf(element) => self.element("SET OF", element),
            Kind::Open(open) => self.open(open),
            Kind::Any(Some(component)) => {
                put!(self, "ANY DEFINED BY {component}");
            }
            kind => self.out.push_str(kind.word()),
        }
    }

    fn named<N: std::fmt::Display>(&mut self, word: &str, list: &[(String, N)]) {
        let list: Vec<String> = list.iter().map(|(name, number)| format!("{name}({number})")).collect();
        put!(self, "{word} {{ {} }}", list.join(", "));
    }

    fn enumerated(&mut self, items: &Enumerated) {
        let show = |list: &[(String, _)]| list.iter().map(|(n, v)| format!("{n}({v})")).collect::<Vec<_>>();
        let mut all = show(&items.root);
        if let Some(additions) = &items.additions {
            all.push("...".into());
            all.extend(show(additions));
        }
        put!(self, "ENUMERATED {{ {} }}", all.join(", "));
    }

    fn element(&mut self, word: &str, element: &Element) {
        put!(self, "{word} ");
        if let Some(name) = &element.name {
            put!(self, "{name} ");
        }
        self.ty(element.ty);
    }

    fn members(&mut self, word: &str, members: &Members) {
        put!(self, "{word} {{");
        self.indent += 1;
        members.root.iter().for_each(|c| self.component(c));
        if let Some(additions) = &members.additions {
            self.line();
            put!(self, "...");
            additions.iter().for_each(|a| self.addition(a));
            if !members.root2.is_empty() {
                self.line();
                put!(self, "...");
            }
        }
        members.root2.iter().for_each(|c| self.component(c));
        self.indent -= 1;
        self.line();
        put!(self, "}}");
    }

    fn addition(&mut self, addition: &Addition) {
        match addition {
            Addition::Component(component) => self.component(component),
            Addition::Group(group) => {
                self.line();
                put!(self, "[[");
                if let Some(version) = group.version {
                    put!(self, " {version}:");
                }
                self.indent += 1;
                group.components.iter().for_each(|c| self.component(c));
                self.indent -= 1;
                self.line();
                put!(self, "]]");
            }
        }
    }

    fn component(&mut self, component: &Component) {
        self.line();
        put!(self, "{} ", component.name);
        self.ty(component.ty);
        match &component.presence {
            Presence::Required => {}
            Presence::Optional => self.out.push_str(" OPTIONAL"),
            Presence::Default(value) => {
                put!(self, " DEFAULT ");
                self.value(value);
            }
        }
    }

    fn open(&mut self, open: &Open) {
        put!(self, "{}.{}", self.class_name(open.class), open.field);
        if let Some(relation) = &open.relation {
            put!(self, " ({{{}}}", self.set_name(relation.set));
            self.keys(&relation.keys);
            put!(self, ")");
        }
    }

    fn class_name(&self, id: ClassId) -> String {
        match self.model.class(id).name.as_str() {
            "" => format!("class#{}", id.0),
            name => name.to_owned(),
        }
    }

    fn set_name(&self, id: ObjectSetId) -> String {
        match self.model.object_set(id).name.as_str() {
            "" => format!("set#{}", id.0),
            name => name.to_owned(),
        }
    }

    fn object_name(&self, id: ObjectId) -> String {
        match self.model.object(id).name.as_str() {
            "" => format!("object#{}", id.0),
            name => name.to_owned(),
        }
    }

    fn class(&mut self, id: ClassId) {
        put!(self, "class {} {{", self.class_name(id));
        self.indent += 1;
        for field in &self.model.class(id).fields {
            self.field(field);
        }
        self.indent -= 1;
        put!(self, "\n}}\n");
    }

    fn field(&mut self, field: &Field) {
        self.line();
        put!(self, "{}", field.name);
        match &field.kind {
            FieldKind::Type => {}
            FieldKind::FixedValue(ty) | FieldKind::FixedValueSet(ty) => {
                put!(self, " ");
                self.ty(*ty);
            }
            FieldKind::VariableValue(path) | FieldKind::VariableValueSet(path) => {
                put!(self, " {}", path.join("."));
            }
            FieldKind::Object(class) | FieldKind::ObjectSet(class) => {
                put!(self, " {}", self.class_name(*class));
            }
        }
        if field.unique {
            put!(self, " UNIQUE");
        }
        match &field.default {
            Some(setting) => {
                put!(self, " DEFAULT ");
                self.setting(setting);
            }
            None if field.optional => self.out.push_str(" OPTIONAL"),
            None => {}
        }
    }

    fn object_line(&mut self, id: ObjectId, object: &Object) {
        put!(self, "object {} {} ", self.object_name(id), self.class_name(object.class));
        self.object(object);
        put!(self, "\n");
    }

    fn object(&mut self, object: &Object) {
        put!(self, "{{");
        for (i, (name, setting)) in object.settings.iter().enumerate() {
            put!(self, "{}{name} ", if i == 0 { " " } else { ", " });
            self.setting(setting);
        }
        put!(self, " }}");
    }

    fn setting(&mut self, setting: &Setting) {
        match setting {
            Setting::Type(ty) => self.ty(*ty),
            Setting::Value(_, value) => self.value(value),
            Setting::ValueSet(_, set) => {
                put!(self, "{{");
                self.set(set);
                put!(self, "}}");
            }
            Setting::Object(id) => {
                put!(self, "{}", self.object_name(*id));
            }
            Setting::ObjectSet(id) => {
                put!(self, "{{{}}}", self.set_name(*id));
            }
        }
    }

    fn object_set(&mut self, id: ObjectSetId) {
        let set = self.model.object_set(id);
        put!(self, "set {} {} {{", self.set_name(id), self.class_name(set.class));
        self.indent += 1;
        for &id in &set.objects {
            self.line();
            let object = self.model.object(id);
            match object.name.as_str() {
                "" => self.object(object),
                name => self.out.push_str(name),
            }
        }
        if set.extensible {
            self.line();
            put!(self, "...");
        }
        self.indent -= 1;
        put!(self, "\n}}\n");
    }
}

impl Kind {
    /// The name of a type of this kind without any details.
    pub fn word(&self) -> &'static str {
        use crate::{StringKind as S, TimeKind as T};
        match self {
            Kind::Boolean => "BOOLEAN",
            Kind::Integer(_) => "INTEGER",
            Kind::Enumerated(_) => "ENUMERATED",
            Kind::BitString(_) => "BIT STRING",
            Kind::Sequence(_) => "SEQUENCE",
            Kind::Set(_) => "SET",
            Kind::SequenceOf(_) => "SEQUENCE OF",
            Kind::SetOf(_) => "SET OF",
            Kind::Choice(_) => "CHOICE",
            Kind::Open(_) => "open type",
            Kind::OctetString => "OCTET STRING",
            Kind::Null => "NULL",
            Kind::Oid => "OBJECT IDENTIFIER",
            Kind::RelativeOid => "RELATIVE-OID",
            Kind::OidIri => "OID-IRI",
            Kind::RelativeOidIri => "RELATIVE-OID-IRI",
            Kind::Real => "REAL",
            Kind::External(_) => "EXTERNAL",
            Kind::EmbeddedPdv(_) => "EMBEDDED PDV",
            Kind::CharacterString(_) => "CHARACTER STRING",
            Kind::String(S::Utf8) => "UTF8String",
            Kind::String(S::Numeric) => "NumericString",
            Kind::String(S::Printable) => "PrintableString",
            Kind::String(S::Teletex) => "TeletexString",
            Kind::String(S::Videotex) => "VideotexString",
            Kind::String(S::Ia5) => "IA5String",
            Kind::String(S::Graphic) => "GraphicString",
            Kind::String(S::Visible) => "VisibleString",
            Kind::String(S::General) => "GeneralString",
            Kind::String(S::Universal) => "UniversalString",
            Kind::String(S::Bmp) => "BMPString",
            Kind::String(S::ObjectDescriptor) => "ObjectDescriptor",
            Kind::Time(T::Utc) => "UTCTime",
            Kind::Time(T::Generalized) => "GeneralizedTime",
            Kind::Time(T::Time) => "TIME",
            Kind::Time(T::Date) => "DATE",
            Kind::Time(T::TimeOfDay) => "TIME-OF-DAY",
            Kind::Time(T::DateTime) => "DATE-TIME",
            Kind::Time(T::Duration) => "DURATION",
            Kind::Any(_) | Kind::Reference(_) | Kind::Tagged { .. } | Kind::Constrained { .. } => "ANY",
        }
    }
}
