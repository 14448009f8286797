//! Names for components without one, which X.208 allowed: after their types.

use std::collections::{HashMap, HashSet};

use wireglot_model::{Addition, Component, Kind, Members, TypeId};

use super::Resolver;

impl Resolver<'_> {
    /// Names the components that have none, those that COMPONENTS OF brings again among them; a number follows where
    /// a name is taken.
    pub(super) fn name_unnamed(&mut self, members: &mut Members) {
        let mut some = false;
        each(members, &mut |component| {
            if component.name.is_empty() {
                self.types.unnamed.insert(component.span);
            } else if !self.types.unnamed.is_empty() && self.types.unnamed.contains(&component.span) {
                component.name.clear();
            }
            some |= component.name.is_empty();
        });
        if !some {
            return;
        }
        let mut taken = HashSet::new();
        each(members, &mut |component| {
            taken.insert(component.name.clone());
        });
        // Of each word, the number of the last name that was made of it.
        let mut last: HashMap<String, u32> = HashMap::new();
        each(members, &mut |component| {
            while component.name.is_empty() {
                let word = self.word_of(component.ty);
                let number = last.entry(word.clone()).or_default();
                *number += 1;
                let name = if *number == 1 { word } else { format!("{word}{number}") };
                if taken.insert(name.clone()) {
                    component.name = name;
                }
            }
        });
    }

    /// What a component is called after: the name of its type, with a lower-case initial.
    fn word_of(&self, ty: TypeId) -> String {
        let mut at = ty;
        loop {
            match &self.model.ty(at).kind {
                Kind::Tagged { inner, .. } | Kind::Constrained { inner, .. } => at = *inner,
                Kind::Reference(referenced) => {
                    let name = self.model.ty(*referenced).name.as_ref();
                    return name.map_or_else(|| "unnamed".into(), |name| lowered(&name.reference));
                }
                kind => return kind.word().split([' ', '-']).enumerate().map(in_camel_case).collect(),
            }
        }
    }
}

fn each(members: &mut Members, of: &mut impl FnMut(&mut Component)) {
    members.root.iter_mut().for_each(&mut *of);
    for addition in members.additions.iter_mut().flatten() {
        match addition {
            Addition::Component(component) => of(component),
            Addition::Group(group) => group.components.iter_mut().for_each(&mut *of),
        }
    }
    members.root2.iter_mut().for_each(of);
}

/// A word of a keyword as a part of an identifier.
fn in_camel_case((place, word): (usize, &str)) -> String {
    let is_capital = !word.bytes().any(|octet| octet.is_ascii_lowercase());
    match (place, is_capital) {
        (0, true) => word.to_ascii_lowercase(),
        (0, false) => lowered(word),
        _ => format!("{}{}", word[..1].to_ascii_uppercase(), word[1..].to_ascii_lowercase()),
    }
}

/// A name without its leading capitals, but for the one that begins the next word: UTCTime is utcTime.
fn lowered(name: &str) -> String {
    let capitals = name.bytes().take_while(u8::is_ascii_uppercase).count();
    let begins_word = name[capitals..].starts_with(|c: char| c.is_ascii_lowercase());
    let end = if begins_word && capitals > 1 { capitals - 1 } else { capitals };
    format!("{}{}", name[..end].to_ascii_lowercase(), &name[end..])
}

#[cfg(test)]
mod tests {
    use super::{in_camel_case, lowered};

    #[test]
    fn names_of_types_become_identifiers() {
        let named = |word: &str| word.split([' ', '-']).enumerate().map(in_camel_case).collect::<String>();
        assert_eq!(named("OBJECT IDENTIFIER"), "objectIdentifier");
        assert_eq!(named("RELATIVE-OID"), "relativeOid");
        assert_eq!(named("UTF8String"), "utf8String");
        assert_eq!(named("BMPString"), "bmpString");
        assert_eq!(named("SEQUENCE OF"), "sequenceOf");
        assert_eq!(named("open type"), "openType");
        assert_eq!(lowered("Tc"), "tc");
        assert_eq!(lowered("My-Type"), "my-Type");
        assert_eq!(lowered("PDU"), "pdu");
    }
}
