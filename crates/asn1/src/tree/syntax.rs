//! WITH SYNTAX of a class: X.681 10.

use std::collections::HashMap;
use std::sync::Arc;

use wireglot_text::Span;

use super::Name;

/// WITH SYNTAX, X.681 10.
#[derive(Clone, Debug)]
pub struct Syntax {
    /// Including the braces.
    pub span: Span,
    /// The items, in order.
    pub list: SyntaxList,
    /// Whether `list` is complete. If not, the fault has been reported, and objects that do not fit are not
    /// reported.
    pub sound: bool,
}

/// TokenOrGroupSpec.
#[derive(Clone, Debug)]
pub enum SyntaxItem {
    /// A word, or `,`.
    Literal(Name),
    /// A field, without the `&`.
    Field(Name),
    /// `[ ... ]`.
    Optional(SyntaxList, Span),
}

/// Items in order. Objects have few of the optional groups that a class allows, so these are found by their first
/// words.
#[derive(Clone, Debug)]
pub struct SyntaxList {
    items: Vec<SyntaxItem>,
    /// The places of items, in order: those that may begin with a word.
    words: HashMap<Arc<str>, Vec<usize>>,
    /// Optional groups that may begin with a field.
    fields: Vec<usize>,
    /// Optional groups that may begin with more words than are worth a place each.
    others: Vec<usize>,
    /// Items that are not optional.
    fixed: Vec<usize>,
}

/// The maximum number of first words by which a group is found.
const FIRST_WORDS: usize = 8;

/// What a group may begin with.
#[derive(Default)]
struct Starts {
    words: Vec<Arc<str>>,
    has_field: bool,
}

impl SyntaxList {
    /// A list of items.
    pub fn new(items: Vec<SyntaxItem>) -> SyntaxList {
        let mut list = SyntaxList {
            items: Vec::new(),
            words: HashMap::new(),
            fields: Vec::new(),
            others: Vec::new(),
            fixed: Vec::new(),
        };
        for (place, item) in items.iter().enumerate() {
            match item {
                SyntaxItem::Literal(word) => {
                    list.fixed.push(place);
                    list.words.entry(word.text.clone()).or_default().push(place);
                }
                SyntaxItem::Field(_) => list.fixed.push(place),
                SyntaxItem::Optional(inner, _) => list.enter(place, inner),
            }
        }
        list.items = items;
        list
    }

    /// Enters an optional group.
    fn enter(&mut self, place: usize, group: &SyntaxList) {
        let mut starts = Starts::default();
        starts.add(group);
        if starts.words.len() > FIRST_WORDS {
            return self.others.push(place);
        }
        if starts.has_field {
            self.fields.push(place);
        }
        starts.words.sort();
        starts.words.dedup();
        for word in starts.words {
            self.words.entry(word).or_default().push(place);
        }
    }

    /// The items.
    pub fn items(&self) -> &[SyntaxItem] {
        &self.items
    }

    /// The first item, from a place on, that is not optional, or may begin with this word or with a field.
    pub(crate) fn next(&self, from: usize, word: Option<&str>) -> usize {
        self.next_of_word(from, word).min(self.after(from, &self.fields))
    }

    /// The first item, from a place on, that is not optional, or may begin with this word.
    pub(crate) fn next_of_word(&self, from: usize, word: Option<&str>) -> usize {
        let of_word = word.and_then(|word| self.words.get(word)).map_or(&[][..], Vec::as_slice);
        [of_word, &self.others, &self.fixed]
            .map(|places| self.after(from, places))
            .into_iter()
            .min()
            .unwrap_or(from)
    }

    /// Whether all items from a place on are optional.
    pub(crate) fn may_end(&self, from: usize) -> bool {
        self.after(from, &self.fixed) == self.items.len()
    }

    /// The first of these places that is not before `from`.
    fn after(&self, from: usize, places: &[usize]) -> usize {
        places.get(places.partition_point(|place| *place < from)).copied().unwrap_or(self.items.len())
    }
}

impl Starts {
    /// Adds what a list may begin with, up to one word too many.
    fn add(&mut self, list: &SyntaxList) {
        for item in &list.items {
            match item {
                _ if self.words.len() > FIRST_WORDS => return,
                SyntaxItem::Literal(word) => return self.words.push(word.text.clone()),
                SyntaxItem::Field(_) => {
                    self.has_field = true;
                    return;
                }
                SyntaxItem::Optional(inner, _) => self.add(inner),
            }
        }
    }
}
