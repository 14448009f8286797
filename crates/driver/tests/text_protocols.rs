//! Files of messages of a text protocol: an error in one message does not affect others.

use std::io;
use std::path::Path;

use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{values, Damage, Listener, Misread, Note, Notes, OnError, Place};
use wireglot_driver::inspect::{text_pieces, Asked};
use wireglot_driver::json::Layout;
use wireglot_driver::languages::{Registry, Request};
use wireglot_driver::messages::{
    Drawing, Drawn, Message, MessageRequest, Reading, Rendering, Retelling, Shown, Values, Writing,
};
use wireglot_driver::sources::memory::Memory;
use wireglot_driver::texts::H248_COMPACT;
use wireglot_driver::{Limits, Rules, SampleOptions};

use crate::shared;

/// The output for a file, and the lines with errors.
#[derive(Default)]
struct Made {
    octets: Vec<u8>,
    wrong: Vec<usize>,
}

impl Notes for Made {
    fn note(&mut self, _: &Note) {}
}

impl Listener for Made {
    fn good(&mut self, made: &[u8]) -> io::Result<()> {
        self.octets.extend_from_slice(made);
        Ok(())
    }

    fn damaged(&mut self, _: &Place, _: &Damage) -> io::Result<()> {
        Ok(())
    }

    fn misread(&mut self, _: &Place, misread: &Misread) -> io::Result<()> {
        self.wrong.push(misread.at().line);
        Ok(())
    }
}

/// Runs a function with messages of version 3.
fn with<T>(run: impl FnOnce(&dyn Message) -> T) -> Option<T> {
    let modules = shared::vectors("megaco")?;
    let mut memory = Memory::new();
    memory.add("v3.asn", std::fs::read(modules.join("MEDIA-GATEWAY-CONTROL-v3.asn")).unwrap());
    let host = memory.host();
    let schemas = ["v3.asn".into()];
    let request = Request { schemas: &schemas, ..Request::default() };
    let made = Registry::default().of(Path::new("v3.asn")).unwrap().compile(&request, host).unwrap();
    let rules = &[Rules::Ber];
    let asked = MessageRequest { name: Some("MegacoMessage"), rules, ..MessageRequest::default() };
    let message = made.message(&asked).unwrap();
    Some(run(&*message))
}

/// Compact text of the messages of a file, converted by way of the value only.
fn compact(file: &[u8], limits: Limits) -> Option<Made> {
    with(|message| read(message, file, limits))
}

fn read(message: &dyn Message, file: &[u8], limits: Limits) -> Made {
    let text = message.text(H248_COMPACT).unwrap();
    let rendering = Rendering::default();
    let read = Values::new(message, text, Some(Rules::Ber), limits, &rendering);
    let shown =
        Shown { message, text, layout: Layout::Compact, select: None, rendering: Rendering::default() };
    let mut made = Made::default();
    let _ = values("file", file, &mut Retelling::new(read, shown), OnError::Skip, &mut made);
    made
}

#[test]
fn a_fault_costs_its_own_message_alone() {
    let good = |id: u32| format!("!/3 a\nPN={id}{{}}\n");
    let bad = [
        // A name without a number, a syntax error in the middle, a truncated message, and a value that is too
        // large.
        "!/3 a\nT=1{C=1{MF=root{\nE=1{zz/q}}}}\n",
        "!/3 a\nT=1{\nC=1{\nFoo=root{\nE=1{al/of}}}}\n",
        "!/3 a\nT=1{\nC=1{\n",
        "!/3 a\nT=1{C=1{\nPR=16}}\n",
        "!/3 a\nT=1{C=1{\nSC=root{SV{RE=1}}}}\n",
    ];
    let file = bad.iter().enumerate().map(|(id, bad)| good(id as u32) + bad).collect::<String>() + &good(9);
    let Some(made) = compact(file.as_bytes(), Limits::default()) else { return };
    let text = String::from_utf8(made.octets).unwrap();
    let ids: Vec<&str> = text.lines().filter(|line| line.starts_with("PN=")).collect();
    assert_eq!(ids, ["PN=0{}", "PN=1{}", "PN=2{}", "PN=3{}", "PN=4{}", "PN=9{}"], "{text}");
    assert_eq!(made.wrong, [5, 11, 18, 22, 27]);
}

/// `inspect` shows each byte of a file once, and continues after an invalid message as `decode` does.
#[test]
fn each_octet_of_a_file_is_shown_once() {
    let file = "\u{feff} !/3 a\nPN=1{}\n!/3 b\nT=1{\nFoo}\n; a comment\n!/3 c\nPN=2{}\n\n";
    let shown = |record| {
        with(|message| {
            let mut reader = message.text(H248_COMPACT).unwrap().reader(None, Limits::default());
            let asked = Asked { name: "file", form: Form::Raw, record };
            let (mut end, mut wrong) = (None, Vec::new());
            let reading = Reading::default();
            let count =
                text_pieces(&mut reader, &reading, file.as_bytes(), &asked, |piece| -> Result<(), ()> {
                    for span in &piece.made.spans {
                        assert_eq!(span.bit, *end.get_or_insert(span.bit), "{span:?}");
                        end = Some(span.bit + span.bits);
                    }
                    assert_eq!(end, Some(piece.stretch.end as u64 * 8));
                    wrong.extend(piece.damage.map(|damage| (damage.line, damage.bad.column)));
                    Ok(())
                });
            (count, end, wrong)
        })
    };
    let Some(all) = shown(None) else { return };
    assert_eq!(all, (Ok(3), Some(file.len() as u64 * 8), vec![(Some(5), Some(1))]));
    assert_eq!(shown(Some(2)).unwrap().2.len(), 1);
    assert_eq!(shown(Some(4)), Some((Ok(3), None, Vec::new())));
}

/// H.248.1 B.2: the octets of a descriptor may have any value.
#[test]
fn octets_need_not_be_utf_8() {
    let file = b"!/3 a\nPN=1{}\n!/3 a\nT=1{C=1{MF=root{M{L{\nv=0\r\ns=caf\xE9\r\n}}}}}\n!/3 a\nPN=2{}\n";
    let Some(made) = compact(file, Limits::default()) else { return };
    assert!(made.wrong.is_empty());
    assert_eq!(made.octets, file);
}

/// `total` limits each message, not what follows it.
#[test]
fn a_limit_is_for_one_message() {
    let file = "!/3 a\nPN=1{}\n".repeat(100);
    let total = |total| Limits { total, ..Limits::default() };
    let Some(made) = compact(file.as_bytes(), total(20)) else { return };
    assert!(made.wrong.is_empty());
    assert_eq!(compact(file.as_bytes(), total(10)).unwrap().wrong.len(), 100);
}

/// Most values of the type have no text: `sample` draws those that do.
#[test]
fn messages_are_drawn_from_the_grammar() {
    let drawn = |seed| {
        with(|message| {
            let options = SampleOptions { seed, ..SampleOptions::default() };
            let samples = message.samples(Some(Rules::Ber), &options).unwrap();
            let text = Drawn::Text(message.text(H248_COMPACT).unwrap());
            let mut drawing = Drawing::new(message, samples, Writing::default(), text, seed);
            let mut out = Vec::new();
            (0..20).for_each(|_| drawing.next(&mut out).unwrap());
            let made = read(message, &out, Limits::default());
            assert_eq!((made.octets, made.wrong), (out.clone(), Vec::new()));
            out
        })
    };
    let Some(texts) = drawn(1) else { return };
    assert_eq!(drawn(1).as_ref(), Some(&texts));
    assert_ne!(drawn(7), Some(texts));
}
