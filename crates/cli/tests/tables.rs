//! A table has the columns of the requested type, whatever types the schema has beside it.

use std::path::PathBuf;
use std::process::Command;

const SBE: &str = r#"<messageSchema package="p" id="1" version="0" byteOrder="littleEndian"><types>
<composite name="messageHeader"><type name="blockLength" primitiveType="uint16"/>
<type name="templateId" primitiveType="uint16"/><type name="schemaId" primitiveType="uint16"/>
<type name="version" primitiveType="uint16"/></composite></types>
<message name="Book" id="1"><field name="time" id="1" type="uint64"/></message>
<message name="Beat" id="2"><field name="seq" id="1" type="uint32"/><field name="load" id="2" type="uint8"/></message>
</messageSchema>"#;

const BITPROTO: &str = "proto n

enum Mode : uint3 {
    OFF = 0
    ON = 1
}

message Report {
    Mode mode = 1
    uint5[2] levels = 2
}

message Ping {
    uint5 buoy = 1
    bool lamp = 2
}
";

/// What `decode --as csv` makes of hexadecimal digits: output, error and exit code.
fn table(file: &str, schema: &str, ty: &[&str], digits: &str) -> (String, String, Option<i32>) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("table-{}", ty.join("") + digits));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(file), schema).expect("a schema");
    std::fs::write(folder.join("message"), digits).expect("a message");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wireglot"));
    command
        .current_dir(&folder)
        .args(["decode", "-s", file, "--in", "hex", "--as", "csv", "message"])
        .args(ty);
    let done = command.output().expect("it runs");
    let text = |octets: &[u8]| String::from_utf8_lossy(octets).replace("\r\n", "\n");
    (text(&done.stdout), text(&done.stderr), done.status.code())
}

#[test]
fn of_one_message_of_an_sbe_schema() {
    let beat = "05000200010000002a00000007";
    let good = |text: &str| (text.to_string(), String::new(), Some(0));
    assert_eq!(table("s.xml", SBE, &["-t", "Beat"], beat), good("seq,load\n42,7\n"));
    let book = "08000100010000000a00000000000000";
    assert_eq!(table("s.xml", SBE, &["-t", "Book"], book), good("time\n10\n"));
    let told = "error: a table holds messages of one type: choose it with -t (Book, Beat)\n";
    assert_eq!(table("s.xml", SBE, &[], beat), (String::new(), told.to_string(), Some(2)));
    let (_, told, code) = table("s.xml", SBE, &["-t", "Book"], beat);
    assert!(told.contains("this is another message than the one asked for"), "{told}");
    assert_eq!(code, Some(1));
}

#[test]
fn of_one_message_of_a_bitproto_file() {
    let good = |text: &str| (text.to_string(), String::new(), Some(0));
    assert_eq!(table("n.bitproto", BITPROTO, &["-t", "Report"], "1904"), good("mode,levels\nON,\"[3,4]\"\n"));
    assert_eq!(table("n.bitproto", BITPROTO, &["-t", "Ping"], "21"), good("buoy,lamp\n1,true\n"));
}
