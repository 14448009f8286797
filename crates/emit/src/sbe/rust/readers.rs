//! Views of messages, entries and composites, with their accessors.

use wireglot_model::sbe::{Constant, Number, Primitive};

use super::super::outline::{Body, Part, Slot, What};
use super::File;
use crate::lang::rust::text::{comment, literal, number_type};

impl File<'_> {
    /// The views of all messages; views of entries come before the views that contain them.
    pub(super) fn readers(&mut self) {
        for (index, body) in self.outline.bodies.iter().enumerate() {
            match (body.message, body.flat) {
                (Some(_), _) => self.message(index, body),
                (None, true) => self.flat_entry(index, body),
                (None, false) => self.entry(index, body),
            }
            let block = if body.flat { "self" } else { "self.view" };
            let given = &self.names.bodies[index].slots;
            self.place(index, block);
            body.slots.iter().zip(given).for_each(|(slot, given)| self.accessor(block, slot, given));
            for (position, part) in body.parts.iter().enumerate() {
                self.part(index, position, part);
            }
            self.w.close("}\n");
        }
    }

    /// The function that gives the position of a block.
    fn place(&mut self, index: usize, block: &str) {
        self.w.line("/// Its place, to pass to its writer's `edit`.");
        self.w.line("#[inline]");
        self.w.open(format!("pub fn place(&self) -> wg::Place<{index}> {{"));
        self.w.line(format!("wg::Place::of({block}.block, {block}.version)"));
        self.w.close("}");
    }

    fn doc(&mut self, body: &Body) {
        let path = body.path.join(".");
        let what = if body.message.is_some() { "The message" } else { "An entry of" };
        comment(&mut self.w, "///", &format!("{what} `{path}`. {}", body.doc));
    }

    /// The type of a message and its own methods.
    fn message(&mut self, index: usize, body: &Body) {
        let (ty, facts) = (&self.names.bodies[index].ty, &self.names.bodies[index].facts);
        self.doc(body);
        self.w.line("#[derive(Clone, Debug)]");
        self.w.open(format!("pub struct {ty}<'a> {{"));
        self.w.line(format!("base: &'a [u8; {}],", base(body)));
        self.w.line("view: wg::View<'a>,");
        self.w.line("fault: wg::Fault,");
        self.w.close("}\n");
        self.w.open(format!("impl<'a> {ty}<'a> {{"));
        self.w.line("/// The template id.");
        self.w.line(format!("pub const ID: u64 = {};", body.id));
        self.w.line("/// The version of the schema.");
        self.w.line(format!("pub const VERSION: u64 = {};\n", self.blocks.version));
        let block = "
            /// Makes a view of the message at the start of `octets`. Does not look at anything after its block.
            ///
            /// # Errors
            /// `octets` does not start with this message.
            #[inline(always)]
            pub fn wrap(octets: &'a [u8]) -> Result<Self, wg::Error> {
                let (base, view, fault) = wg::headed($facts$, octets)?;
                Ok(Self { base, view, fault })
            }

            /// Checks a whole message; returns its length in bytes.
            ///
            /// # Errors
            /// The first error in it.
            pub fn validate(octets: &'a [u8]) -> Result<usize, wg::Error> {
                Self::wrap(octets)?.length()
            }

            /// Returns whether everything went well so far.
            ///
            /// # Errors
            /// The first error; anything read after it is empty.
            #[inline]
            pub fn status(&self) -> Result<(), wg::Error> {
                self.fault.found().map_or(Ok(()), Err)
            }

            /// The sender's schema version.
            #[inline]
            pub fn version(&self) -> u32 {
                self.view.version
            }

            /// The length of the message in bytes; reads all of it.
            ///
            /// # Errors
            /// The first error in it.
            #[inline]
            pub fn length(&self) -> Result<usize, wg::Error> {
                self.view.length($facts$, &self.fault)
            }
        ";
        self.w.block(&[("facts", facts)], block);
        self.w.line("");
    }

    fn flat_entry(&mut self, index: usize, body: &Body) {
        let ty = &self.names.bodies[index].ty;
        self.doc(body);
        let block = "
            #[derive(Clone, Copy, Debug)]
            pub struct $ty$<'a> {
                base: &'a [u8; $base$],
                block: &'a [u8],
                version: u32,
            }

            impl<'a> wg::FlatEntry<'a> for $ty$<'a> {
                #[inline(always)]
                fn new(block: &'a [u8], version: u32) -> Option<Self> {
                    Some(Self { base: block.first_chunk()?, block, version })
                }
            }

        ";
        self.w.block(&[("ty", ty), ("base", &base(body).to_string())], block);
        self.w.open(format!("\nimpl<'a> {ty}<'a> {{"));
    }

    fn entry(&mut self, index: usize, body: &Body) {
        let (ty, facts) = (&self.names.bodies[index].ty, &self.names.bodies[index].facts);
        let found = self.outline.bodies.iter().enumerate().find_map(|(owner, outer)| {
            let position = outer.parts.iter().position(|part| part.entry == Some(index))?;
            Some((owner, position))
        });
        let (owner, position) = found.unwrap_or_default();
        self.doc(body);
        let block = "
            #[derive(Clone, Debug)]
            pub struct $ty$<'v, 'a> {
                base: &'a [u8; $base$],
                view: wg::View<'a>,
                fault: &'v wg::Fault,
            }

            impl<'v, 'a> wg::Entry<'v, 'a> for $ty$<'v, 'a> {
                const OWNER: &'static wg::Body = $owner$;
                const INDEX: usize = $position$;
                const FACTS: &'static wg::Body = $facts$;
                const BASE: usize = $base$;

                #[inline(always)]
                fn new(view: wg::View<'a>, fault: &'v wg::Fault) -> Self {
                    Self { base: &[0; $base$], view, fault }
                }

                #[inline(always)]
                fn enter(&mut self, at: &'a [u8], length: usize) -> bool {
                    let Some(base) = at.first_chunk() else { return false };
                    let Some((block, behind)) = at.split_at_checked(length) else { return false };
                    self.base = base;
                    self.view.enter(block, behind);
                    true
                }

                #[inline(always)]
                fn view(&self) -> &wg::View<'a> {
                    &self.view
                }

                #[inline(always)]
                fn fault(&self) -> &'v wg::Fault {
                    self.fault
                }
            }
        ";
        let owner = &self.names.bodies[owner].facts;
        let names = [
            ("ty", ty.as_str()),
            ("facts", facts),
            ("owner", owner),
            ("position", &position.to_string()),
            ("base", &base(body).to_string()),
        ];
        self.w.block(&names, block);
        self.w.open(format!("\nimpl<'a> {ty}<'_, 'a> {{"));
    }

    fn part(&mut self, owner: usize, position: usize, part: &Part) {
        let (body, named) = (&self.outline.bodies[owner], &self.names.bodies[owner]);
        let given = &named.parts[position];
        let fault = if body.message.is_some() { "&self.fault" } else { "self.fault" };
        let from = format!("{}, {position}, &self.view, {fault}", named.facts);
        let (ty, what) = match part
            .entry
            .map(|entry| (&self.names.bodies[entry].ty, self.outline.bodies[entry].flat))
        {
            Some((inner, true)) => (format!("wg::Flat<'a, {inner}<'a>>"), format!("wg::Flat::part({from})")),
            Some((inner, false)) => (
                format!("wg::Group<'_, 'a, {inner}<'_, 'a>>"),
                format!("wg::Group::part(&self.view, {fault})"),
            ),
            None => {
                let data = format!("self.view.data({}, {position}, {fault})", named.facts);
                match part.is_text {
                    true => ("wg::Text<'a>".into(), format!("wg::Text({data})")),
                    false => ("&'a [u8]".into(), data),
                }
            }
        };
        let kind = if part.entry.is_some() { "The group" } else { "The data" };
        comment(&mut self.w, "///", &format!("{kind} `{}`. {}", part.name, part.notes.doc));
        let (ty, what) = match part.notes.since {
            0 => (ty, what),
            since => (format!("Option<{ty}>"), format!("self.view.has({since}).then(|| {what})")),
        };
        self.w.line("#[inline(always)]");
        self.w.open(format!("pub fn {given}(&self) -> {ty} {{"));
        self.w.line(what);
        self.w.close("}");
    }

    /// The accessor of a value in a block, which is in `of` with the version of its sender.
    pub(super) fn accessor(&mut self, of: &str, slot: &Slot, given: &str) {
        comment(&mut self.w, "///", &format!("`{}`. {}", slot.name, slot.notes.doc));
        if let Some(constant) = slot.constant {
            let (ty, what) = self.constant(slot, constant);
            return self.function(&format!("{given}(&self) -> {ty}"), &what);
        }
        // Values that exist in all versions are in the part that all blocks have.
        let block = match slot.notes.since {
            0 => "self.base".to_string(),
            _ => format!("{of}.block"),
        };
        let from = format!("{block}, {}", slot.offset);
        let number = |primitive: Primitive| format!("wg::get::<{}>({from}, BIG)", number_type(primitive));
        let (ty, read, null) = match slot.what {
            What::Number(primitive) => {
                let null = match slot.null {
                    Number::Float(null) if null.is_nan() => "|value| !value.is_nan()".to_string(),
                    null => format!("|value| *value != {}", literal(null, primitive)),
                };
                (number_type(primitive).to_string(), number(primitive), null)
            }
            What::Enum(id, primitive) => {
                let name = self.names.ty(id);
                let null = match slot.null {
                    Number::Integer(null) => format!("|value| *value != {name}({null})"),
                    Number::Float(_) => "|_| true".into(),
                };
                (name.to_string(), format!("{name}({})", number(primitive)), null)
            }
            What::Set(id, primitive) => {
                let name = self.names.ty(id);
                (name.to_string(), format!("{name}({})", number(primitive)), String::new())
            }
            What::Text(length) => {
                let read = format!("wg::Text::at({from}, {length})");
                ("wg::Text<'a>".into(), read, "|text| !text.0.is_empty()".into())
            }
            What::Array(primitive, length) => {
                let read = format!("wg::Array::at({from}, {length}, BIG)");
                (format!("wg::Array<'a, {}>", number_type(primitive)), read, String::new())
            }
            What::Composite(id) => {
                let name = self.names.ty(id);
                let at = format!("{block}.get({}..).unwrap_or_default()", slot.offset);
                let base = format!("wg::base({from})");
                let read = format!("{name} {{ base: {base}, block: {at}, version: {of}.version }}");
                (format!("{name}<'a>"), read, String::new())
            }
        };
        let (ty, what) = match (slot.notes.since, slot.optional) {
            (0, false) => (ty, read),
            (0, true) => (format!("Option<{ty}>"), format!("Some({read}).filter({null})")),
            (since, false) => (format!("Option<{ty}>"), format!("({of}.version >= {since}).then(|| {read})")),
            (since, true) => {
                (format!("Option<{ty}>"), format!("({of}.version >= {since}).then(|| {read}).filter({null})"))
            }
        };
        self.function(&format!("{given}(&self) -> {ty}"), &what);
    }

    fn constant(&self, slot: &Slot, constant: &Constant) -> (String, String) {
        let primitive = match slot.what {
            What::Number(primitive) | What::Array(primitive, _) => primitive,
            What::Enum(_, primitive) | What::Set(_, primitive) => primitive,
            What::Text(_) => Primitive::Char,
            What::Composite(_) => Primitive::Uint8,
        };
        match constant {
            Constant::Number(number) => (number_type(primitive).into(), literal(*number, primitive)),
            Constant::Text(octets) => {
                ("wg::Text<'static>".into(), format!("wg::Text(b\"{}\")", octets.escape_ascii()))
            }
            Constant::Enumerated(id, position) => {
                let (name, members) = (self.names.ty(*id), self.names.members(*id));
                let value = members.get(*position).map_or("", String::as_str);
                (name.to_string(), format!("{name}::{value}"))
            }
        }
    }
}

/// Bytes that blocks have in every version.
fn base(body: &Body) -> u64 {
    body.least.first().map_or(0, |step| step.1)
}
