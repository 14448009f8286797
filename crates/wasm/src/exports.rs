//! What the module of WebAssembly exports: room for a question, the question itself, and where the answer lies.
//!
//! A worker is one thread: nothing here is met twice at a time.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::desk::Desk;
use crate::parcel::{packed, unpacked};

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::default());
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a question of so many octets, and says where.
#[no_mangle]
pub extern "C" fn wireglot_question(octets: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(octets, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question that was put there, and says how long the answer is.
#[no_mangle]
pub extern "C" fn wireglot_answer() -> usize {
    let question = QUESTION.take();
    ANSWER.set(Vec::new());
    let sections = unpacked(&question).unwrap_or_default();
    let answer = packed(&DESK.with_borrow_mut(|desk| desk.answer(&sections)));
    let octets = answer.len();
    ANSWER.set(answer);
    octets
}

/// Where the answer lies, until the next question.
#[no_mangle]
pub extern "C" fn wireglot_answer_at() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
