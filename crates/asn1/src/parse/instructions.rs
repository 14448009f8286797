//! JER encoding instructions in type prefixes: X.680 31.3, X.697 10 and 15 to 18.

use wireglot_model::{Instruction, NewName};

use super::cursor::Cursor;
use crate::token::{Keyword, TokenKind};

impl Cursor<'_> {
    /// The current instruction; `None` if it is not supported, with the cursor somewhere in it.
    pub(super) fn instruction(&mut self) -> Option<Instruction> {
        match &*self.eat_name(TokenKind::Upper)?.text {
            "BASE64" => Some(Instruction::Base64),
            "NAME" => Some(Instruction::Name(self.new_name()?)),
            "TEXT" => {
                let item = match self.eat_keyword(Keyword::All) {
                    true => None,
                    false => Some(self.eat_name(TokenKind::Lower)?.text.to_string()),
                };
                Some(Instruction::Text { item, name: self.new_name()? })
            }
            _ => None,
        }
    }

    /// `AS "name"`, or `AS` and a transformation of the letters.
    fn new_name(&mut self) -> Option<NewName> {
        if &*self.eat_name(TokenKind::Upper)?.text != "AS" {
            return None;
        }
        if self.at(TokenKind::CString) {
            return Some(NewName::Word(self.cstring().text.to_string()));
        }
        match &*self.eat_name(TokenKind::Upper)?.text {
            "CAPITALIZED" => Some(NewName::Capitalized),
            "UNCAPITALIZED" => Some(NewName::Uncapitalized),
            "UPPERCASED" => Some(NewName::Uppercased),
            "LOWERCASED" => Some(NewName::Lowercased),
            _ => None,
        }
    }
}
