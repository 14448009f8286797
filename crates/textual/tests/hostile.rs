//! Malicious texts: every input gets an answer, in linear time.

use wireglot_interp::{Limits, Tape};
use wireglot_textual::{Draft, Reader, Style};

use crate::clock::Clock;
use crate::productions::Version;

const REQUEST: &str = "!/3 [1.2.3.4]:5\nT=1{C=1{A=${";

#[test]
fn every_place_cut_or_changed_is_an_answer() {
    let Some(schema) = Version::new(3) else { return };
    let text = "MEGACO/3 [1.2.3.4]:5 T=1{C=-{PR=1,TP{*,$,OW,ST=1,OWB},CA{EG},O-MF=root{M{TS{SI=IV},ST=1{O{MO=SR,tdmc/gain=[1:2]},\
        L{v=0\r\na=x\\}\r\n}}},E=1{dd/ce{DM{T:1,(x.)}},al/on{EM{SG{cg/dt{NC={TO,OR}}}}}},DM=dialplan00,AT{M{O{MO}},PG}},\
        N=root{OE=1{19990729T22000000:dd/ce{ds=\"12\"}}}}}";
    schema.with(|link, codec, names| {
        let reader = Reader::new(link, codec.shape(), names);
        let mut draft = Draft::default();
        let mut answer = |text: &[u8]| {
            let mut tape = Tape::new();
            reader.read(text, &mut draft, &mut tape).is_ok().then_some(tape)
        };
        assert!(answer(text.as_bytes()).is_some());
        for at in 0..text.len() {
            answer(&text.as_bytes()[..at]);
            for octet in [0, b' ', b'{', b'}', b'"', b',', b'=', b'\\', b'*', b'0', b'Z', b';', 0x80, 0xFF] {
                let mut changed = text.as_bytes().to_vec();
                changed[at] = octet;
                if let Some(tape) = answer(&changed) {
                    // A message can be written, or is rejected.
                    let _ = schema.write(&tape, Style::Pretty);
                }
                changed.insert(at, b'E');
                answer(&changed);
            }
        }
    });
}

#[test]
fn a_megaoctet_takes_time_in_proportion() {
    let Some(schema) = Version::new(3) else { return };
    let many = |piece: &str, count: usize| vec![piece; count].join(",");
    // Thousands of characters each, so that reading the rest again would show.
    let texts = |n: usize| {
        [
            format!("{REQUEST}M{{O{{{}}}}}}}}}}}", many("tdmc/gain=2", 80 * n)),
            format!("{REQUEST}M{{O{{tdmc/gain=[{}]}}}}}}}}}}", many("2", 500 * n)),
            format!("{REQUEST}{}}}}}}}", many("SG{cg/dt}", 100 * n)),
            format!("!/3 a\n{}", "T=1{C=1{S=root}}".repeat(60 * n)),
            format!("!/3 a\nK{{{}}}", many("1-2", 250 * n)),
            format!("{REQUEST}M{{L{{{}}}}}}}}}}}", "v=0\r\n".repeat(200 * n)),
            format!("{REQUEST}{}M{{O{{MO=IN}}}}}}}}}}", "; no end of comments\n".repeat(50 * n)),
            format!("{REQUEST}M{{O{{tdmc/gain=\"{}\"}}}}}}}}}}", "x".repeat(1000 * n)),
            format!("{REQUEST}M{{O{{tdmc/gain={}}}}}}}}}}}", "x".repeat(1000 * n)),
            format!("{REQUEST}E={}", "9".repeat(1000 * n)),
            format!("{REQUEST}{}", "M{".repeat(500 * n)),
            format!("{}{REQUEST}", " ".repeat(1000 * n)),
            format!("!/3 a\nP=1{{C=1{{A=root{{{}}}}}}}", many("PG", 300 * n)),
        ]
    };
    schema.with(|link, codec, names| {
        let reader = Reader::new(link, codec.shape(), names);
        let cost = |text: &str| {
            let mut draft = Draft::default();
            let clock = Clock::start();
            let _ = reader.read(text.as_bytes(), &mut draft, &mut Tape::new());
            clock.elapsed().as_secs_f64()
        };
        for (small, large) in texts(100).iter().zip(&texts(1000)) {
            let (few, many) = (cost(small), cost(large));
            let start: String = large.chars().take(60).collect();
            assert!(many < few.max(0.002) * 40.0, "{start}: {few} s, ten times as much {many} s");
        }
    });
}

#[test]
fn limits_hold() {
    let Some(schema) = Version::new(3) else { return };
    schema.with(|link, codec, names| {
        let mut reader = Reader::new(link, codec.shape(), names);
        let text = format!("{REQUEST}M{{O{{MO=IN,tdmc/gain=1,tdmc/gain=2}}}}}}}}}}");
        let mut code = |limits: Limits| {
            reader.limits = limits;
            let read = reader.read(text.as_bytes(), &mut Draft::default(), &mut Tape::new());
            read.map_err(|error| error.code)
        };
        assert_eq!(code(Limits::default()), Ok(text.len()));
        assert_eq!(code(Limits { depth: 4, ..Limits::default() }), Err("grammar_limit"));
        assert_eq!(code(Limits { elements: 1, ..Limits::default() }), Err("grammar_limit"));
        assert_eq!(code(Limits { total: 20, ..Limits::default() }), Err("grammar_limit"));
    });
}

/// The error to reply with (H.248.8) is that of the innermost rule that has one.
#[test]
fn an_error_says_what_to_answer() {
    let Some(schema) = Version::new(3) else { return };
    let rows = [
        ("!/3 a\nX=1", 400),
        ("!/3 a\nT=1 X", 403),
        ("!/3 a\nT=1{C=1{Z=$}}", 422),
        ("!/3 a\nT=1{C=1{A=}}", 442),
        ("!/3 a\nT=1{C=1{A=${Z}}}", 444),
        ("!/3 a\nT=1{C=1{A=${M{Z}}}}", 444),
        ("!/3 a\nT=1{C=1{A=${M{O{tdmc/gain;}}}}}", 445),
        ("!/3 a\nT=1{C=1{A=${E=1{al/on{strict=}}}}}", 446),
    ];
    schema.with(|link, codec, names| {
        let reader = Reader::new(link, codec.shape(), names);
        for (text, answer) in rows {
            let read = reader.read(text.as_bytes(), &mut Draft::default(), &mut Tape::new());
            assert_eq!(read.unwrap_err().answer, Some(answer), "{text}");
        }
    });
}

/// The version and sender of a message whose rest is broken.
#[test]
fn a_header_shows_who_to_answer() {
    let Some(schema) = Version::new(3) else { return };
    schema.with(|link, codec, names| {
        let reader = Reader::new(link, codec.shape(), names);
        let peek = |text: &str, path: &[&str]| {
            let mut tape = Tape::new();
            let peeked = reader.peek(text.as_bytes(), path, &mut Draft::default(), &mut tape);
            peeked.map(|()| format!("{:?}", tape.root().unwrap().view())).map_err(|error| error.code)
        };
        let broken = "!/2 <gw.example>:2944 T=1{C=1{Ad=root}}";
        assert_eq!(peek(broken, &["mess", "version"]).as_deref(), Ok("Integer(2)"));
        assert!(peek(broken, &["mess", "mId"]).unwrap().starts_with("Choice(2"));
        assert_eq!(peek("!/2 <gw", &["mess", "mId"]), Err("grammar_syntax"));
        assert_eq!(peek("!", &["mess", "version"]), Err("grammar_syntax"));
    });
}
