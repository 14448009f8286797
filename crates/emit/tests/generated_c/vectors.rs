//! Vectors through generated C, compared with their bytes and with the interpreter.
//!
//! By default the project's own vectors, in which the hard cases stand. With
//! `WIREGLOT_VECTORS` (files, separated by colons) those instead, one program a
//! set of schemas; `WIREGLOT_ONLY` keeps records whose id contains a text, and
//! `WIREGLOT_KEEP` the generated files (in `target/tmp`).
//! Each is damaged `WIREGLOT_DAMAGE` times as well (20): the interpreter and
//! generated code must agree on what they make of that.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::support::{hex, octets, Answer, Pipe, Reading, Runtime, Subject, RULES};
use crate::tools::project;
use serde_json::Value;
use wireglot_driver::{OpenTypes, Rules};

/// Vectors that break a SIZE constraint, which decoders of BER may let pass: an
/// array of that size in a struct cannot hold them.
const BEYOND_ITS_SIZE: [&str; 2] = [
    "asn1tools-inline-constraints_checker_sequence_of_1-ber-A-2",
    "asn1tools-inline-constraints_checker_sequence_of_1-ber-C-2",
];

/// What is read and goes out otherwise, if at all, so that it is no vector: an addition group that
/// has lost a member (X.680 25.12), and times that canonical rules have another form of (X.690 11.7).
const READ_ALONE: [(&str, &str, &str); 4] = [
    ("Forms", "Group", "30068001018201ff"),
    ("Forms", "GroupSet", "31068001018201ff"),
    (
        "Contained",
        "TimesInCanonicalUper",
        "04241764c193660c583260cd83460d573560c15b062c1807b26cc18b064c19b068ad83160c00",
    ),
    (
        "Contained",
        "TimesInCanonicalAper",
        "04281732303236303130323033303430352e3530302b303130300f323630313032303330342b30313030",
    ),
];

/// WG_ERROR_LIMIT of a number that has more digits than this.
const TOO_LONG: &str = "!13";
const LONGEST_NUMBER: usize = 5_760;

/// JSON text whose members are sorted; where it is no JSON of serde's, nothing.
fn in_order(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    serde_json::to_string(&value).ok()
}

/// One vector.
struct Record {
    id: String,
    root: String,
    rules: usize,
    ok: bool,
    canonical: bool,
    bytes: Vec<u8>,
}

impl Record {
    /// The root that it is about, or why it cannot be tried.
    fn root_in(&self, subject: &Subject) -> Result<usize, String> {
        let root = subject.shape.root(&self.root).ok_or(format!("the schema has no type {}", self.root))?;
        match subject.plans[self.rules] {
            Some(_) => Ok(root),
            None => Err(format!("{} has no C for {}", self.root, RULES[self.rules])),
        }
    }
}

/// Records by the schemas that they need.
fn records(files: &[PathBuf]) -> BTreeMap<Vec<PathBuf>, Vec<Record>> {
    let only = std::env::var("WIREGLOT_ONLY").unwrap_or_default();
    let mut sets: BTreeMap<Vec<PathBuf>, Vec<Record>> = BTreeMap::new();
    for file in files {
        let folder = file.parent().unwrap_or(Path::new("."));
        let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        if file.ends_with("vectors/asn1/forms.jsonl") {
            for (module, ty, bytes) in READ_ALONE {
                let schema = folder.join(format!("schemas/{module}.asn1"));
                sets.entry(vec![schema]).or_default().push(read_alone(module, ty, bytes));
            }
        }
        for line in text.lines().filter(|l| !l.is_empty()) {
            let Ok(record) = serde_json::from_str::<Value>(line) else { continue };
            let text = |name: &str| record[name].as_str().unwrap_or_default().to_string();
            if text("format") == "megaco" {
                let version = &record["version"];
                let schema = vec![folder.join(format!("MEDIA-GATEWAY-CONTROL-v{version}.asn"))];
                sets.entry(schema).or_default().extend(megaco(&record));
                continue;
            }
            let Some(rules) = RULES.iter().position(|r| r.word() == text("rules")) else { continue };
            if !text("id").contains(&only) || record.get("bytes").is_none() {
                continue;
            }
            let schemas = record["schemas"].as_array().into_iter().flatten();
            let schemas = schemas.filter_map(|s| Some(folder.join(s.as_str()?))).collect();
            sets.entry(schemas).or_default().push(Record {
                id: text("id"),
                root: format!("{}.{}", text("module"), text("type")),
                rules,
                ok: text("expect") == "ok",
                canonical: record["canonical"] == Value::Bool(true),
                bytes: octets(&written_out(&record["bytes"])),
            });
        }
    }
    sets
}

fn read_alone(module: &str, ty: &str, bytes: &str) -> Record {
    Record {
        id: format!("{module}.{ty}, read alone"),
        root: format!("{module}.{ty}"),
        rules: 0,
        ok: true,
        canonical: false,
        bytes: octets(bytes),
    }
}

/// One message in each encoding; all are canonical.
fn megaco(record: &Value) -> impl Iterator<Item = Record> + '_ {
    let keys = ["ber", "der", "per_unaligned", "per_aligned"];
    keys.into_iter().enumerate().map(|(rules, key)| Record {
        id: format!("{}-{key}", record["name"].as_str().unwrap_or_default()),
        root: format!("MEDIA-GATEWAY-CONTROL-v{}.MegacoMessage", record["version"]),
        rules,
        ok: true,
        canonical: true,
        bytes: octets(record[key].as_str().unwrap_or_default()),
    })
}

/// A text, or `{"concat": [part, ...]}` of texts and `{"repeat": [text, count]}`.
fn written_out(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(written_out).collect(),
        Value::Object(members) => match (members.get("concat"), members.get("repeat")) {
            (Some(parts), _) => written_out(parts),
            (_, Some(Value::Array(repeat))) => {
                let times = repeat[1].as_u64().unwrap_or(0) as usize;
                written_out(&repeat[0]).repeat(times)
            }
            _ => String::new(),
        },
        _ => String::new(),
    }
}

#[derive(Default)]
struct Tally {
    passed: usize,
    skipped: usize,
    /// Errors with the path that the interpreter tells.
    paths: usize,
    failures: Vec<String>,
}

impl Tally {
    fn skip(&mut self, what: &str, why: &str) {
        self.skipped += 1;
        println!("skipped {what}: {why}");
    }

    fn record(&mut self, subject: &Subject, pipe: &mut Pipe, record: &Record) -> Result<(), String> {
        let root = record.root_in(subject)?;
        let to: Vec<usize> = (0..RULES.len()).collect();
        let answer = pipe.ask(root, record.rules, &to, &record.bytes)?;
        let interpreted = subject.interpret(root, record.rules, &record.bytes);
        let before = self.failures.len();
        if pipe.beyond && !subject.has_unknown(root, record.rules, &record.bytes) {
            self.failures.push(format!("{}: takes more octets than its type may", record.id));
        }
        if let (Answer::Written(..), Some(kept)) =
            (&answer, subject.kept(root, record.rules, &record.bytes).filter(|kept| *kept != pipe.kept))
        {
            self.failures.push(format!("{}: kept {}, the interpreter {kept}", record.id, pipe.kept));
        }
        match (&answer, &interpreted) {
            // A value that the constraint forbids and that the C type cannot hold (6 is WG_ERROR_RANGE).
            (Answer::Refused(code, _), Some(Ok(_)))
                if (!record.ok || BEYOND_ITS_SIZE.contains(&record.id.as_str()))
                    && code.starts_with("6 ") => {}
            // These rules compare the whole message, which includes what was kept: it isn't canonical
            // (7, WG_ERROR_CANONICAL), or doesn't have the lengths of CER (5, WG_ERROR_VALUE).
            (Answer::Refused(code, _), Some(Ok(_)))
                if subject.reading.open_types == OpenTypes::Keep
                    && RULES[record.rules].canonical()
                    && RULES[record.rules] != Rules::Der
                    && (code.starts_with("7 ") || code.starts_with("5 ")) => {}
            (Answer::Refused(code, _), Some(Ok(_))) => {
                self.failures
                    .push(format!("{}: refused with {code}, but the interpreter takes it", record.id));
            }
            (Answer::Written(..), Some(Err(error))) => {
                self.failures.push(format!("{}: taken, but the interpreter says: {error}", record.id));
            }
            (Answer::Refused(code, _), None) if record.ok => {
                self.failures.push(format!("{}: refused with {code}", record.id));
            }
            (Answer::Written(written, shown), _) => {
                self.shown(subject, record, root, shown);
                // A vector is about octets: its value may be outside of its constraints.
                let outside =
                    matches!(&interpreted, Some(Ok(all)) if matches!(all[record.rules], Some(Err(_))));
                if record.canonical && record.ok && !outside {
                    self.same(&record.id, record.rules, &written[record.rules], &record.bytes, "vector");
                }
                if let Some(Ok(wanted)) = &interpreted {
                    for (rules, wanted) in wanted.iter().enumerate() {
                        match (wanted, &written[rules]) {
                            (Some(Ok(wanted)), got) => {
                                self.same(&record.id, rules, got, wanted, "interpreter");
                            }
                            (Some(Err(why)), Ok(_)) => self.failures.push(format!(
                                "{}: {} written, but the interpreter says: {why}",
                                record.id, RULES[rules]
                            )),
                            _ => {}
                        }
                    }
                }
            }
            (Answer::Refused(code, path), Some(Err(_))) => self.stopped(subject, record, root, code, path),
            _ => {}
        }
        self.passed += usize::from(before == self.failures.len());
        Ok(())
    }

    /// A decoder stops on the way that the interpreter goes: at the same place, or a step before or
    /// behind it, as one looks at a tag where the other has entered what begins with it.
    fn stopped(&mut self, subject: &Subject, record: &Record, root: usize, code: &str, path: &str) {
        let Some((wanted, octet)) = subject.stop(root, record.rules, &record.bytes) else { return };
        self.paths += usize::from(path == wanted);
        // The form of CER is compared as a whole, behind what else may be wrong; a number that the C type
        // cannot hold (WG_ERROR_RANGE) stops generated code in front of what is wrong for the interpreter.
        let number = code.strip_prefix("6 ").and_then(|octet| octet.parse().ok());
        let apart = RULES[record.rules] == Rules::Cer || number.is_some_and(|at: u64| at < octet);
        if !apart && !path.is_empty() && !path.starts_with(&wanted) && !wanted.starts_with(path) {
            self.failures
                .push(format!("{}: stopped with {code} in {path}, the interpreter in {wanted}", record.id));
        }
    }

    /// The value as JSON is what the interpreter writes, but for the order of components: generated code has
    /// that of the schema, the interpreter that of the octets.
    fn shown(&mut self, subject: &Subject, record: &Record, root: usize, shown: &[String; 2]) {
        let Some(wanted) = subject.json(root, record.rules, &record.bytes) else { return };
        for (got, wanted) in shown.iter().zip(&wanted) {
            if got == wanted
                || (subject.has_other_orders(RULES[record.rules])
                    && in_order(got).is_some_and(|got| Some(got) == in_order(wanted)))
            {
                continue;
            }
            if got == TOO_LONG && wanted.len() > LONGEST_NUMBER {
                self.skip(&record.id, "a number of more than 5,760 digits");
                continue;
            }
            self.failures.push(format!("{}: {got}, the interpreter's JSON is {wanted}", record.id));
        }
    }

    /// The records of some schemas through one program, read in each of these ways.
    fn through(
        &mut self,
        subject: &mut Subject,
        name: &str,
        runtime: &Runtime,
        records: &[Record],
        readings: &[Reading],
        damage: u32,
    ) {
        let mut pipe = match subject.start(name, runtime) {
            Ok(pipe) => pipe,
            Err(error) => {
                let lines = error.lines().take(12).collect::<Vec<_>>().join("\n");
                return self.failures.push(format!("{name}: {lines}"));
            }
        };
        for record in records {
            if let Err(why) = record.root_in(subject) {
                self.skip(&record.id, &why);
                continue;
            }
            for &reading in readings {
                // The interpreter looks whether the rest is canonical around octets that it passes over.
                if reading.pass_over && RULES[record.rules].canonical() && RULES[record.rules] != Rules::Der {
                    continue;
                }
                (subject.reading, pipe.reading) = (reading, reading);
                let done = self.record(subject, &mut pipe, record);
                if let Err(crash) = done.and_then(|()| self.damaged(subject, &mut pipe, record, damage)) {
                    self.failures.push(format!("{} ({reading:?}): {crash}", record.id));
                    pipe = subject.start(name, runtime).unwrap();
                }
            }
        }
    }

    /// Damaged bytes: both must take them or both refuse them, and write what they took alike.
    fn damaged(
        &mut self,
        subject: &Subject,
        pipe: &mut Pipe,
        record: &Record,
        times: u32,
    ) -> Result<(), String> {
        let mut seed =
            record.id.bytes().fold(0x9e37_79b9_u64, |n, b| (n ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        let mut random = move |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below.max(1)
        };
        let over = subject.reading.pass_over;
        for number in 0..if over { times / 4 + 1 } else { times } {
            let mut bytes = record.bytes.clone();
            let at = random(bytes.len());
            match random(4) {
                _ if over && number == 0 => bytes.extend([0x5a, 0, 1]),
                _ if bytes.is_empty() => bytes.push(random(256) as u8),
                0 => bytes.truncate(at),
                1 => bytes[at] ^= 1 << random(8),
                2 => bytes[at] = random(256) as u8,
                _ => bytes.insert(at, [0, 0x80, 0xff, 0x7f, random(256) as u8][random(5)]),
            }
            let bent = Record {
                id: format!("{} damaged {number} ({})", record.id, hex(&bytes[..bytes.len().min(60)])),
                root: record.root.clone(),
                rules: record.rules,
                ok: false,
                canonical: false,
                bytes,
            };
            self.record(subject, pipe, &bent).map_err(|crash| format!("{}: {crash}", bent.id))?;
        }
        Ok(())
    }

    fn same(&mut self, id: &str, rules: usize, got: &Result<Vec<u8>, String>, wanted: &[u8], whose: &str) {
        let short = |octets: &[u8]| hex(&octets[..octets.len().min(40)]);
        match got {
            Ok(got) if got == wanted => {}
            Ok(got) => self.failures.push(format!(
                "{id}: {} {}, the {whose}'s is {}",
                RULES[rules],
                short(got),
                short(wanted)
            )),
            Err(code) => self.failures.push(format!("{id}: {} not written: {code}", RULES[rules])),
        }
    }
}

#[test]
fn vectors_through_generated_c() {
    let files: Vec<PathBuf> = match std::env::var("WIREGLOT_VECTORS") {
        Ok(list) => list.split(':').map(PathBuf::from).collect(),
        Err(_) => {
            let mut own: Vec<PathBuf> = std::fs::read_dir(project().join("vectors/asn1"))
                .unwrap()
                .map(|e| e.unwrap().path())
                .filter(|p| p.extension().is_some_and(|e| e == "jsonl"))
                .collect();
            own.sort();
            own
        }
    };
    let damage = std::env::var("WIREGLOT_DAMAGE").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    let (runtime, mut tally) = (Runtime::compile(), Tally::default());
    for (number, (schemas, records)) in records(&files).iter().enumerate() {
        let name = schemas.last().and_then(|s| s.file_stem()).map(|s| s.to_string_lossy().into_owned());
        let name = format!("{}-{number}", name.unwrap_or_default());
        let types = records.iter().map(|r| r.root.as_str()).collect();
        let rules = records.iter().map(|r| r.rules).collect();
        let mut subject = match Subject::open(schemas, &types, &rules) {
            Ok(subject) => subject,
            Err(error) => {
                records.iter().for_each(|record| tally.skip(&record.id, &error));
                continue;
            }
        };
        let all = [Reading::STRICT, Reading::PASSES_OVER, Reading::KEEPS, Reading::BOTH];
        let alike = subject.keeps_alike();
        let readings = if subject.has_tables() && alike { &all[..] } else { &all[..2] };
        tally.through(&mut subject, &name, &runtime, records, readings, damage);
        if let Some(mut subject) = subject.in_rows().filter(|_| !alike) {
            tally.through(&mut subject, &format!("{name}-rows"), &runtime, records, &all, damage);
        }
    }
    tally.failures.iter().for_each(|f| println!("{f}"));
    println!("{} paths of errors to the letter", tally.paths);
    println!("{} passed, {} failed, {} skipped", tally.passed, tally.failures.len(), tally.skipped);
    assert!(tally.failures.is_empty());
}
