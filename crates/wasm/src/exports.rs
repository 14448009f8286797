//! The exports of the WebAssembly module: a buffer for a request, its processing, and the position of the
//! answer.
//!
//! A worker has a single thread, so there are no concurrent calls.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::desk::Desk;
use crate::parcel::{packed, unpacked};

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::default());
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Allocates a buffer for a request of this many bytes; returns its address.
#[no_mangle]
pub extern "C" fn wireglot_question(octets: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(octets, 0);
        question.as_mut_ptr()
    })
}

/// Processes the request in the buffer; returns the length of the answer.
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

/// The address of the answer, valid until the next request.
#[no_mangle]
pub extern "C" fn wireglot_answer_at() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
