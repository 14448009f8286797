//! Captures whose messages are text.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::shared;

const WIREGLOT: &str = env!("CARGO_BIN_EXE_wireglot");
const SCHEMA: &str = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN T ::= SEQUENCE { id INTEGER, on BOOLEAN } END";
const GATEWAY: &[u8] = b"MEGACO/3 [192.0.2.1]:2944\nTransaction = 9 { Context = - { Modify = root } }\n";
const REPLY: &[u8] = b"!/3 <gw.example>:2944\nP=9{C=-{MF=root}}";

fn v4(protocol: u8, octets: &[u8]) -> Vec<u8> {
    let size = (20 + octets.len() as u16).to_be_bytes();
    let header = [0x45, 0, size[0], size[1], 0, 0, 0, 0, 64, protocol, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2];
    [&header, octets].concat()
}

/// A datagram.
pub fn udp(octets: &[u8]) -> Vec<u8> {
    let size = (8 + octets.len() as u16).to_be_bytes();
    v4(17, &[&[0x0b, 0x80, 0x0b, 0x80, size[0], size[1], 0, 0], octets].concat())
}

fn tcp(sequence: u32, octets: &[u8]) -> Vec<u8> {
    let (ports, sequence) = ([0x0f, 0xa0, 0x0b, 0x80], sequence.to_be_bytes());
    v4(6, &[&ports, &sequence, &[0; 4][..], &[0x50, 0x18, 0, 0, 0, 0, 0, 0], octets].concat())
}

/// The contents of a file of packets of raw IP.
pub fn pcap(packets: &[Vec<u8>]) -> Vec<u8> {
    let mut file = [0xa1b2_c3d4_u32.to_le_bytes(), [2, 0, 4, 0], [0; 4], [0; 4]].concat();
    file.extend([[0xff, 0xff, 0, 0], [101, 0, 0, 0]].concat());
    for packet in packets {
        let size = (packet.len() as u32).to_le_bytes();
        file.extend([[0; 4], [0; 4], size, size].concat());
        file.extend(packet);
    }
    file
}

fn capture(name: &str, packets: &[Vec<u8>]) -> PathBuf {
    written(name, &pcap(packets))
}

fn written(name: &str, octets: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("text-captures-{name}"));
    wireglot_driver::sources::new_file::write_file(&path, octets).expect("a file");
    path
}

fn run(words: &[&str], schema: &Path, file: &Path) -> Output {
    Command::new(WIREGLOT).args(words).arg("-s").arg(schema).arg(file).output().expect("the command runs")
}

fn lines(done: &Output) -> Vec<String> {
    String::from_utf8_lossy(&done.stdout).lines().map(str::to_string).collect()
}

#[test]
fn messages_that_are_text_come_out_of_captures() {
    let schema = written("schema.asn1", SCHEMA.as_bytes());
    let packets = [udp(br#"{"id":1,"on":true}"#), udp(b"{\"id\":2,"), udp(b"{\"id\":3,\"on\":false}\n")];
    let file = capture("udp.pcap", &packets);
    let decode = ["decode", "-t", "T", "-r", "jer", "--lines", "--on-error", "report"];
    let done = run(&decode, &schema, &file);
    let [first, refused, third] = &lines(&done)[..] else { panic!("{done:?}") };
    assert_eq!([first, third], [r#"{"id":1,"on":true}"#, r#"{"id":3,"on":false}"#]);
    assert!(refused.contains(r#""packet":2"#) && refused.contains(r#""offset":8"#), "{refused}");
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(told.contains("is a packet capture"), "{told}");
    let unsaid = Command::new(WIREGLOT).arg("decode").arg(&file).output().expect("the command runs");
    let told = String::from_utf8_lossy(&unsaid.stderr);
    assert!(told.contains("udp.pcap contains UDP port 2944 (3 packets)"), "{told}");
    let only = run(&[&decode[..], &["--meta", "--record", "3"]].concat(), &schema, &file);
    assert!(lines(&only).concat().contains(r#""packet":3"#), "{only:?}");
}

#[test]
fn h248_comes_out_of_datagrams_and_tpkt() {
    let Some(folder) = shared::vectors("megaco") else { return };
    let schema = folder.join("MEDIA-GATEWAY-CONTROL-v3.asn");
    let words = |verb| [verb, "-t", "MegacoMessage", "-r", "h248", "--pcap"];
    let select = ["--lines", "--select", "mess.mId"];
    let expected = [
        r#"{"mess.mId":{"ip4Address":{"address":"C0000201","portNumber":2944}}}"#,
        r#"{"mess.mId":{"domainName":{"name":"gw.example","portNumber":2944}}}"#,
    ];
    let datagrams = capture("h248.pcap", &[udp(GATEWAY), udp(REPLY)]);
    let done = run(&[&words("decode")[..], &select].concat(), &schema, &datagrams);
    assert_eq!(lines(&done), expected, "{done:?}");
    // Two frames of TPKT in one connection, cut in the middle of the first.
    let framed = |octets: &[u8]| [&[3, 0, 0, 4 + octets.len() as u8], octets].concat();
    let stream = [framed(GATEWAY), framed(REPLY)].concat();
    let file = capture("tpkt.pcap", &[tcp(100, &stream[..50]), tcp(150, &stream[50..])]);
    let tpkt = ["--packing", "tpkt"];
    let done = run(&[&words("decode")[..], &select, &tpkt].concat(), &schema, &file);
    assert_eq!(lines(&done), expected, "{done:?}");
    let shown = run(&[&words("inspect")[..], &tpkt, &["--path", "mess.mId"]].concat(), &schema, &file);
    let told = lines(&shown).join("\n");
    assert!(told.contains("packet 2") && told.contains("1:10") && told.contains("gw.example"), "{told}");
}
