//! Files of records as any interface reads them: files, output and threads come only from the listener and
//! the interface.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{
    Checkpoint, Damage, Hint, InForm, Listener, Misread, Note, Notes, OnError, Place, Run, Settings, Stopped,
    Told, Totals,
};
use wireglot_driver::json::Layout;
use wireglot_driver::languages::{Registry, Request};
use wireglot_driver::messages::{Decoding, Message, MessageRequest, Reading, Rendering, Shown};
use wireglot_driver::records::{Framing, Prefix};
use wireglot_driver::sources::memory::Memory;
use wireglot_driver::sources::{one_thread, Threads};
use wireglot_driver::texts::JSON;
use wireglot_driver::Rules;

/// An interface that keeps everything in memory.
#[derive(Default, Debug, PartialEq, Eq)]
struct Kept {
    text: String,
    damages: Vec<String>,
    notes: Vec<String>,
    /// The number of bytes read from each input.
    ends: Vec<u64>,
    /// What was skipped, and the length of the text at that time.
    passed: Vec<(String, usize)>,
    /// The checkpoints, with the totals and the lengths of the text and of the damages there.
    checkpoints: Vec<(Totals, Option<Checkpoint>, usize, usize)>,
}

impl Notes for Kept {
    fn note(&mut self, note: &Note) {
        self.notes.push(format!("{}: {:?}", note.input, note.what));
    }

    fn passed_over(&mut self, place: &Place, passed: &[Damage]) {
        let told = passed.iter().map(|damage| format!("{} {:?}", damage.bad.message, damage.bad.at));
        let told = format!("{place}, {}: {}", passed[0].from, told.collect::<Vec<_>>().join("; "));
        self.passed.push((told, self.text.len()));
    }
}

impl Listener for Kept {
    fn good(&mut self, made: &[u8]) -> io::Result<()> {
        self.text.push_str(std::str::from_utf8(made).expect("JSON is UTF-8"));
        Ok(())
    }

    fn damaged(&mut self, place: &Place, damage: &Damage) -> io::Result<()> {
        self.damages.push(format!("{place}: {} {:?}", damage.bad.code, damage.hints));
        Ok(())
    }

    fn misread(&mut self, place: &Place, misread: &Misread) -> io::Result<()> {
        self.damages.push(format!("{place}: {}", misread.error.code));
        Ok(())
    }

    fn checkpoint(&mut self, totals: &Totals, at: Option<&Checkpoint>) -> io::Result<()> {
        self.checkpoints.push((*totals, at.cloned(), self.text.len(), self.damages.len()));
        Ok(())
    }

    fn ended(&mut self, octets: u64) {
        self.ends.push(octets);
    }
}

/// How often threads were requested.
static LENT: AtomicUsize = AtomicUsize::new(0);

fn lent(count: usize, beside: &(dyn Fn() + Sync), here: &mut dyn FnMut()) {
    LENT.fetch_add(count, Ordering::Relaxed);
    uncounted(count, beside, here);
}

fn uncounted(count: usize, beside: &(dyn Fn() + Sync), here: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        (0..count).for_each(|_| drop(scope.spawn(beside)));
        here();
    });
}

fn message() -> Box<dyn Message> {
    let text = "Calls DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Call ::= SEQUENCE { number INTEGER, to OCTET STRING, more OCTET STRING (CONTAINING Call) OPTIONAL } END";
    let mut memory = Memory::default();
    memory.add("calls.asn1", text.as_bytes());
    let registry = Registry::default();
    let language = registry.of(Path::new("calls.asn1")).expect("a language");
    let schemas = [PathBuf::from("calls.asn1")];
    let request = Request { schemas: &schemas, ..Request::default() };
    let made = language.compile(&request, memory.host()).expect("a file");
    let asked = MessageRequest { name: Some("Call"), rules: &[Rules::Der], ..MessageRequest::default() };
    made.message(&asked).expect("a type")
}

fn run(settings: &Settings, threads: Threads, inputs: &[(&str, &[u8])]) -> (Kept, Totals, Option<Stopped>) {
    run_with(settings, threads, |run| {
        let mut stopped = None;
        for (name, octets) in inputs {
            stopped = stopped.or(run.input(name, Box::new(*octets)).err());
        }
        stopped
    })
}

fn run_with(
    settings: &Settings,
    threads: Threads,
    read: impl FnOnce(&mut Run) -> Option<Stopped>,
) -> (Kept, Totals, Option<Stopped>) {
    let message = message();
    let text = message.text(JSON).expect("JSON is of all types");
    let (select, rendering) = (None, Rendering::default());
    let shown = Shown { message: &*message, text, layout: Layout::Compact, select, rendering };
    let reading = Reading { rules: Some(Rules::Der), several: true, ..Reading::default() };
    let work = Decoding { reading, shown, in_order: false };
    let mut kept = Kept::default();
    let mut run = Run::new(settings, &work, threads, &mut kept);
    let stopped = read(&mut run);
    let totals = run.totals();
    (kept, totals, stopped)
}

/// A call, and one whose length exceeds its data.
fn call(number: u8) -> [u8; 10] {
    [0x30, 8, 0x80, 1, number, 0x81, 3, 1, 2, 3]
}

#[test]
fn records_are_the_same_on_any_number_of_threads() {
    let mut file: Vec<u8> = (0..5000u32).flat_map(|n| call((n % 100) as u8)).collect();
    // The 3001st has a tag that its type does not have.
    file[30_000 + 5] = 0x82;
    let inputs: [(&str, &[u8]); 2] = [("calls.ber", &file), ("one.ber", &call(7))];
    let of = |jobs| Settings { several: true, jobs, ..Settings::of(Form::Raw, 1 << 20) };
    let (alone, totals, stopped) = run(&of(1), one_thread, &inputs);
    assert!(stopped.is_none());
    assert_eq!(totals, Totals { inputs: 2, good: 5000, damaged: 1, passed_over: 10 });
    assert_eq!((alone.text.lines().count(), alone.ends.as_slice()), (5000, &[50_000, 10][..]));
    assert_eq!(alone.damages.len(), 1);
    assert!(alone.damages[0].starts_with("calls.ber, record 3001: "), "{}", alone.damages[0]);
    let before = LENT.load(Ordering::Relaxed);
    assert_eq!(run(&of(4), lent, &inputs).0, alone);
    assert!(LENT.load(Ordering::Relaxed) >= before + 3);
    // An interface without threads may be asked for several.
    assert_eq!(run(&of(4), one_thread, &inputs).0, alone);
}

#[test]
fn what_is_kept_in_records_is_told_alike_on_any_number_of_threads() {
    let kept = |number: u8| vec![0x30, 12, 0x80, 1, number, 0x81, 3, 1, 2, 3, 0x82, 2, 5, 0];
    let one =
        |n: u32| if n % 97 == 50 || n < 3 { kept((n % 100) as u8) } else { call((n % 100) as u8).into() };
    let file: Vec<u8> = (0..5000).flat_map(one).collect();
    let hex = |octets: Vec<u8>| octets.iter().map(|octet| format!("{octet:02x}")).collect::<String>();
    let lines: String = (0..5000).map(|n| hex(one(n)) + if n % 7 == 0 { "\n\n" } else { "\n" }).collect();
    for (form, file) in [(Form::Raw, &file[..]), (Form::HexLines, lines.as_bytes())] {
        let of = |jobs| Settings { several: true, jobs, ..Settings::of(form, 1 << 20) };
        let inputs = [("calls", file)];
        let (alone, totals, stopped) = run(&of(1), one_thread, &inputs);
        assert!(stopped.is_none() && totals.good == 5000, "{totals:?}");
        assert_eq!(
            (alone.damages.len(), alone.passed.len()),
            (0, 3 + (0..5000).filter(|n| n % 97 == 50).count())
        );
        let before = LENT.load(Ordering::Relaxed);
        assert_eq!(run(&of(4), lent, &inputs).0, alone, "{form:?}");
        // Threads carry on after a record in which an error was skipped.
        assert!(LENT.load(Ordering::Relaxed) - before <= 4 * 3, "{form:?}");
    }
}

#[test]
fn the_first_record_that_is_wrong_ends_a_run_that_is_to_stop() {
    let mut file = [call(1), call(2), call(3)].concat();
    file[15] = 0x82;
    for jobs in [1, 3] {
        let settings = Settings { on_error: OnError::Stop, jobs, ..Settings::of(Form::Raw, 1 << 20) };
        let (kept, totals, stopped) = run(&settings, lent, &[("a", &file)]);
        assert!(matches!(stopped, Some(Stopped::Damage)), "{stopped:?}");
        assert_eq!((kept.text.lines().count(), kept.damages.len()), (1, 1));
        assert_eq!((totals.good, totals.damaged), (1, 1));
    }
}

#[test]
fn a_run_from_a_checkpoint_finds_the_same_as_an_uninterrupted_one() {
    let mut chance = 7u64;
    let mut below = |n: u64| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) % n
    };
    for round in 0..24 {
        let (jobs, lines) = (if round % 2 == 0 { 1 } else { 4 }, round % 3 == 0);
        let prefix = (round % 3 == 1).then(|| Prefix::of_word("u16be").expect("a prefix"));
        let mut file = Vec::new();
        for n in 0..600u32 {
            let mut record = call((n % 100) as u8).to_vec();
            if below(40) == 0 {
                record[below(10) as usize] ^= 1 << below(8);
            }
            if below(80) == 0 {
                record.truncate(below(10) as usize);
            }
            match lines {
                true => {
                    let digits = record.iter().map(|octet| format!("{octet:02x}")).collect::<String>();
                    file.extend_from_slice(digits.as_bytes());
                    file.push(b'\n');
                }
                false => {
                    let length = prefix.map(|_| 10u16.to_be_bytes());
                    file.extend(length.into_iter().flatten().chain(record));
                }
            }
        }
        let form = if lines { Form::HexLines } else { Form::Raw };
        let framing = Framing { prefix, ..Framing::default() };
        let settings = Settings {
            several: true,
            jobs,
            framing,
            checkpoints: Some(1 + below(400)),
            ..Settings::of(form, 1 << 20)
        };
        let (whole, totals, stopped) = run(&settings, uncounted, &[("calls", &file)]);
        assert!(stopped.is_none() && whole.checkpoints.len() > 9, "{round}: {}", whole.checkpoints.len());
        let without = Settings { checkpoints: None, ..settings.clone() };
        let (plain, ..) = run(&without, uncounted, &[("calls", &file)]);
        assert_eq!((&whole.text, &whole.damages), (&plain.text, &plain.damages), "{round}");
        for (before, at, text, damages) in &whole.checkpoints {
            let Some(at) = at else { continue };
            let written = at.to_json().to_string();
            let read = Checkpoint::of_json(&serde_json::from_str(&written).expect("JSON"));
            assert_eq!(read.as_ref(), Some(at), "{written}");
            let rest = &file[at.opens_at() as usize..];
            let (kept, after, stopped) = run_with(&without, uncounted, |run| {
                run.count_from(*before);
                run.rest_of("calls", Box::new(rest), at).err()
            });
            assert!(stopped.is_none(), "{round}: {written}");
            assert_eq!(kept.text, whole.text[*text..], "{round}: {written}");
            assert_eq!(kept.damages, whole.damages[*damages..], "{round}: {written}");
            assert_eq!(after, totals, "{round}: {written}");
        }
    }
}

#[test]
fn forms_are_guessed_and_settings_that_may_be_meant_are_named() {
    let settings = Settings { form: InForm::Auto, ..Settings::of(Form::Raw, 1 << 20) };
    let (kept, ..) = run(&settings, one_thread, &[("a", b"\xef\xbb\xbf30088001078103010203\n")]);
    assert_eq!(kept.text, "{\"number\":7,\"to\":\"010203\"}\n");
    assert_eq!(kept.notes, [format!("a: {:?}", Told::Guessed(Form::Hex)), format!("a: {:?}", Told::Mark)]);
    let settings = Settings::of(Form::Raw, 1 << 20);
    let (kept, ..) = run(&settings, one_thread, &[("a", b"30088001078103010203\n")]);
    assert!(kept.damages[0].contains(&format!("{:?}", [Hint::LooksLike(Form::Hex)])), "{:?}", kept.damages);
    let settings = Settings { record: Some(3), ..settings };
    let (_, _, stopped) = run(&settings, one_thread, &[("a", &call(1))]);
    assert!(matches!(stopped, Some(Stopped::NoRecord { wanted: 3, there: 1, .. })), "{stopped:?}");
}

#[test]
fn a_listener_that_takes_no_more_ends_the_run() {
    struct Full;
    impl Notes for Full {
        fn note(&mut self, _: &Note) {}
    }
    impl Listener for Full {
        fn good(&mut self, _: &[u8]) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn damaged(&mut self, _: &Place, _: &Damage) -> io::Result<()> {
            Ok(())
        }
        fn misread(&mut self, _: &Place, _: &Misread) -> io::Result<()> {
            Ok(())
        }
    }
    let message = message();
    let file: Vec<u8> = (0..5000u32).flat_map(|n| call((n % 100) as u8)).collect();
    for (jobs, threads) in [(1, one_thread as Threads), (3, lent)] {
        let settings = Settings { jobs, ..Settings::of(Form::Raw, 1 << 20) };
        let text = message.text(JSON).expect("JSON is of all types");
        let (select, rendering) = (None, Rendering::default());
        let shown = Shown { message: &*message, text, layout: Layout::Compact, select, rendering };
        let reading = Reading { rules: Some(Rules::Der), several: true, ..Reading::default() };
        let work = Decoding { reading, shown, in_order: false };
        let mut full = Full;
        let done = Run::new(&settings, &work, threads, &mut full).input("a", Box::new(&file[..]));
        assert!(matches!(done, Err(Stopped::Listener(_))), "{done:?}");
    }
}
