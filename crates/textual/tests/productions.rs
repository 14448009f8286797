//! A text for each rule of H.248, in each version that has it. It is read and written back, short and
//! long, and via BER and PER. Mistakes that implementers made are at the end.

use std::ops::RangeInclusive;

use wireglot_interp::{Codec, DecodeOptions, EncodeOptions, Tape};
use wireglot_plan::Rules;
use wireglot_textual::h248::Conversions;
use wireglot_textual::{Draft, Link, Reader, Style, Writer};

use crate::schema::{codec, decode, encode};
use crate::shared;

/// A schema and its grammar.
pub struct Version {
    codecs: [Codec; 2],
}

impl Version {
    /// A version; `None` if its module is not available.
    pub fn new(version: u8) -> Option<Version> {
        let module = shared::vectors("megaco")?.join(format!("MEDIA-GATEWAY-CONTROL-v{version}.asn"));
        let module = std::fs::read_to_string(module).unwrap();
        Some(Version { codecs: [Rules::Ber, Rules::Uper].map(|rules| codec(&module, rules)) })
    }

    /// Its codecs for BER and PER.
    pub fn codecs(&self) -> &[Codec; 2] {
        &self.codecs
    }

    /// Calls `run` with a link and the names.
    pub fn with<T>(&self, run: impl FnOnce(&Link, &Codec, &Conversions) -> T) -> T {
        let codec = &self.codecs[0];
        let shape = codec.shape();
        let ty = shape.roots[shape.root("MegacoMessage").unwrap()].shape;
        let link = Link::new(wireglot_grammar::h248::grammar().unwrap(), shape, ty).unwrap();
        run(&link, codec, &Conversions::default())
    }

    /// Reads a text.
    pub fn read(&self, text: &[u8]) -> Result<Tape, String> {
        self.with(|link, codec, names| {
            let mut tape = Tape::new();
            let read = Reader::new(link, codec.shape(), names).read(text, &mut Draft::default(), &mut tape);
            read.map(|_| tape).map_err(|error| error.to_string())
        })
    }

    /// Writes a value.
    pub fn write(&self, tape: &Tape, style: Style) -> Result<String, String> {
        self.with(|link, codec, names| {
            let mut out = Vec::new();
            let written =
                Writer::new(link, codec.shape(), names, style).write(tape.root().unwrap(), &mut out);
            written.map(|()| String::from_utf8_lossy(&out).into_owned()).map_err(|error| error.to_string())
        })
    }

    /// The compact form of a text; checks that every other way gives the same.
    fn compact(&self, text: &str) -> Result<String, String> {
        let tape = self.read(text.as_bytes())?;
        let compact = self.write(&tape, Style::Compact)?;
        let pretty = self.write(&tape, Style::Pretty)?;
        let again = self.read(pretty.as_bytes()).and_then(|tape| self.write(&tape, Style::Compact));
        assert_eq!(again.as_ref(), Ok(&compact), "{pretty}");
        for codec in &self.codecs {
            let octets = encode(codec, "MegacoMessage", &tape, &EncodeOptions::default());
            let tape = decode(codec, "MegacoMessage", &octets, &DecodeOptions::default()).unwrap();
            assert_eq!(self.write(&tape, Style::Compact).as_ref(), Ok(&compact), "{text}");
        }
        Ok(compact)
    }
}

/// Messages after `!/V `; written back unchanged unless there is a second text.
const MESSAGES: &[(RangeInclusive<u8>, &str, &str)] = &[
    (1..=3, "[1.2.3.4]:5\nER=502{}", ""),
    (1..=3, "[1.2.3.4]\nER=502{\"No luck\"}", ""),
    (1..=3, "[FE80::1:0:203]:2944\nER=502{}", ""),
    (1..=3, "[::]:2944\nER=502{}", ""),
    (1..=3, "[2001:0db8:0:0:0:0:0:1]\nER=502{}", "[2001:DB8::1]\nER=502{}"),
    (1..=3, "[::ffff:1.2.3.4]\nER=502{}", "[::FFFF:102:304]\nER=502{}"),
    (1..=3, "<gw1.example.net>:2944\nER=502{}", ""),
    (1..=3, "<gw1.example.net>\nER=502{}", ""),
    (1..=3, "bs5/a\nER=502{}", ""),
    (1..=3, "MTP{0A0B}\nER=502{}", ""),
    (1..=3, "mtp { 0A0B0C }\nER=502{}", "MTP{0A0B0C}\nER=502{}"),
    (1..=3, "a\nT=1{C=-{S=root}}T=2{C=1{S=root}}", ""),
    (1..=3, "a\nPN=7{}", ""),
    (1..=3, "a\nK{1}", ""),
    (1..=3, "a\nK{1,3-5,7}", ""),
    (1..=3, "a\nP=7{ER=403{\"x\"}}", ""),
    (1..=3, "a\nP=7{IA,C=1{N=root}}", ""),
    (1..=3, "a\nP=7{IA,ER=403{}}", ""),
    (3..=3, "a\nP=7/2{C=1}", ""),
    (3..=3, "a\nP=7/2/&{C=1}", ""),
    (3..=3, "a\nReply=7/2/END{C=1}", "a\nP=7/2/&{C=1}"),
    (3..=3, "a\nSM=7/2", ""),
    (3..=3, "a\nSM=7/65535/&", ""),
    (1..=3, "a\nP=7{C=1,C=2,C=-}", ""),
    (1..=3, "a\nP=7{C=1{ER=430{}}}", ""),
    (1..=3, "a\nP=7{C=1{N=root,ER=430{\"and replies\"}}}", ""),
    (1..=3, "a\nP=7{C=1{PR=3,EG,A=root}}", ""),
];

/// Actions of a request, in `T=1{C=1{` and `}}`.
const ACTIONS: &[(RangeInclusive<u8>, &str, &str)] = &[
    (1..=3, "PR=15", ""),
    (1..=3, "EG", ""),
    (2..=3, "EGO", ""),
    (1..=3, "EG,PR=0,S=root", "PR=0,EG,S=root"),
    (3..=3, "IEPS=ON", ""),
    (3..=3, "IEPSCall=OFF", "IEPS=OFF"),
    (1..=3, "TP{*,*,BW}", ""),
    (1..=3, "TP{00000000/00000000/00000001,*,IS,$,00000000/00000000/00000001,OW}", ""),
    (2..=3, "TP{*,*,BW,ST=3,*,$,OW,ST=4}", ""),
    (3..=3, "TP{*,*,OW,OWE}", ""),
    (3..=3, "TP{*,*,OW,ST=2,OWB}", ""),
    (3..=3, "TP{*,*,OWB,*,*,OWE,ST=1}", "TP{*,*,OW,OWB,*,*,OW,ST=1,OWE}"),
    (3..=3, "CT{tdmc/gain=2,nt/jit=3}", ""),
    (3..=3, "CT{CLT={1,-,*,$,99}}", ""),
    (1..=3, "CA{TP,EG,PR}", ""),
    (1..=3, "CA{PR,TP}", "CA{TP,PR}"),
    (3..=3, "CA{IEPS,tdmc/gain,nt/jit,PR=3,EGV=EG,IEPS=ON,ORLgc}", ""),
    (3..=3, "CA{EGV=EGO,ANDLgc}", ""),
    (1..=3, "A=$", ""),
    (1..=3, "MV=$,MF=*", ""),
    (1..=3, "O-A=$,W-S=*,O-W-MF=*", ""),
    (1..=3, "o-Add=$,w-Subtract=*", "O-A=$,W-S=*"),
    (3..=3, "S=[$,*]", ""),
    (1..=3, "S=root{AT{}}", ""),
    (1..=3, "S=root{AT{MX,MD,M,E,SG,DM,SA,OE,PG,EB}}", ""),
    (1..=3, "AV=root{AT{PG,M}}", "AV=root{AT{M,PG}}"),
    (1..=3, "AC=*{AT{}}", ""),
    (1..=3, "AC=*", "AC=*{AT{}}"),
    (3..=3, "AV=[root,*]{AT{M}}", ""),
    (1..=3, "N=root{OE=1{al/on}}", ""),
    (
        1..=3,
        "N=root{OE=*{19990729T22000000:al/on,20001231T23595999:dd/ce{ds=\"916135551212\",Meth=FM}}}",
        "N=root{OE=*{19990729T22000000:al/on,20001231T23595999:dd/ce{ds=\"916135551212\",Meth=fm}}}",
    ),
    (1..=3, "N=root{OE=1{al/on{ST=2,strict=state}}}", ""),
    (1..=3, "N=root{OE=1{al/on},ER=500{}}", ""),
    (1..=3, "SC=root{SV{MT=RS,RE=\"901 Cold Boot\"}}", ""),
    (1..=3, "SC=root{SV{RE=901,MT=FO}}", "SC=root{SV{MT=FO,RE=\"901\"}}"),
    (
        1..=3,
        "SC=root{SV{MT=HO,AD=1234,V=3,PF=resgw/1,RE=\"1\",DL=4294967295,MG=[1.2.3.4],19990729T22000000}}",
        "",
    ),
    (1..=3, "SC=root{SV{MT=FL,AD=[1.2.3.4]:5,RE=\"1\"}}", ""),
    (1..=3, "SC=root{SV{MT=GR,AD=<x.y>:5,RE=\"1\"}}", ""),
    (1..=3, "SC=root{SV{MT=DC,AD=gw1,RE=\"1\"}}", ""),
    (3..=3, "SC=root{SV{MT=RS,RE=\"1\",M,SIC}}", ""),
    (1..=3, "SC=root{SV{MT=RS,RE=\"1\",X-abcde1=7}}", ""),
    (1..=3, "SC=root{SV{x+Abcdef = \"a b\",MT=RS,RE=\"1\"}}", "SC=root{SV{MT=RS,RE=\"1\",x+Abcdef=\"a b\"}}"),
];

/// Descriptors of an Add, in `T=1{C=1{A=${` and `}}}`.
const DESCRIPTORS: &[(RangeInclusive<u8>, &str, &str)] = &[
    (1..=3, "M{TS{SI=TE}}", ""),
    (1..=3, "M{TS{BF=SP,SI=OS}}", ""),
    (1..=3, "M{TS{tdmc/ec=on,BF=OFF,SI=IV}}", ""),
    (1..=3, "M{O{MO=SO}}", ""),
    (1..=3, "M{O{MO=RC,RG=ON,RV=OFF}}", ""),
    (1..=3, "M{O{RV=ON,MO=SR}}", "M{O{MO=SR,RV=ON}}"),
    (1..=3, "M{O{MO=IN,tdmc/gain=2}}", ""),
    (1..=3, "M{O{MO=LB},L{\nv=0\r\n}}", ""),
    (
        1..=3,
        "M{ST=1{O{MO=IN}},ST=2{L{\nv=0\r\nc=IN IP4 $\r\nv=0\r\n},R{\nv=0\r\nm=audio 1 RTP/AVP 0\r\n}}}",
        "",
    ),
    (1..=3, "M{L{}}", ""),
    (1..=3, "M{L{ v=0\n m=x \n\n}}", "M{L{\nv=0\r\nm=x\r\n}}"),
    (1..=3, "M{L{ v=0 \n m=x\n}}", "M{L{\nv=0 \r\nm=x\r\n}}"),
    (1..=3, "M{L{a=b\\}c\r\n}}", "M{L{\na=b\\}c\r\n}}"),
    (1..=3, "M{O{tdmc/gain=[1:9]}}", ""),
    (1..=3, "M{O{tdmc/gain=[1,5,9]}}", ""),
    (1..=3, "M{O{tdmc/gain=[1]}}", ""),
    (1..=3, "M{O{tdmc/gain={1,5,9}}}", ""),
    (1..=3, "M{O{tdmc/gain>1,tdmc/gain<2,tdmc/gain#3}}", ""),
    (1..=3, "M{O{tdmc/gain=\"two words\"}}", ""),
    (1..=3, "M{O{tdmc/gain=\"\"}}", ""),
    (1..=3, "M{O{*/*=1,tdmc/*=2}}", ""),
    (1..=3, "M{O{tdmc/x00ff=1,x7001/x0002=2}}", ""),
    (1..=3, "MD=V18", ""),
    (1..=3, "MD[V22,V22b,V32,V32b,V34,V90,V91,SN]{tdmc/gain=1}", ""),
    (1..=3, "MX=H221{*}", ""),
    (1..=3, "MX=H223{*,$,00000001/$}", ""),
    (2..=3, "MX=H226{*},E", ""),
    (1..=3, "MX=V76{*}", ""),
    (2..=3, "MX=N64{*}", ""),
    (2..=3, "E", ""),
    (1..=3, "E=1{al/on}", ""),
    (1..=3, "E=*{al/on{ST=1,strict=exact,KA,DM=dialplan01}}", ""),
    (1..=3, "E=1{al/of{DM{T:1,S:2,L:3,(0|1x.)}}}", ""),
    (1..=3, "E=1{al/of{EM{SG{cg/dt},E=2{al/on}}}}", ""),
    (2..=3, "E=1{al/of{EM{E}}}", ""),
    (1..=3, "E=1{al/of{EM{SG}}}", ""),
    (1..=3, "E=1{al/of{EM{E=2{al/on{ST=3,strict=state,KA,DM=dialplan02},al/fl{EM{SG{cg/bt}}}}}}}", ""),
    (3..=3, "E=1{al/of{NBIN},al/of{NBNN,RSE},al/of{NBRN},al/of{NBRN{EM{E=2{al/on{NBIN,RSE}}}}}}", ""),
    (1..=3, "EB", ""),
    (1..=3, "EB{al/on,al/of{ST=1,strict=state}}", ""),
    (1..=3, "SG", ""),
    (1..=3, "SG{cg/dt}", ""),
    (1..=3, "SG{cg/dt{ST=1,SY=OO,DR=5,NC={TO,IBE,IBS,OR},KA},al/ri{SY=TO},al/ri{SY=BR,cad=1}}", ""),
    (3..=3, "SG{cg/dt{NC={IR},SPADI=EX,SPARQ=*,SPAIS=2},cg/dt{SPADI=IT},cg/dt{SPADI=B}}", ""),
    (1..=3, "SG{SL=1{cg/dt,cg/bt{DR=1}},al/ri}", ""),
    (1..=3, "DM=dialplan00", ""),
    (1..=3, "DM=dialplan99{(0|1)}", ""),
    (1..=3, "DM={T:10,S:4,L:20,([0-9ef]x.|Z1)}", ""),
    (1..=3, "DM={T:10,Z:9,(0)}", ""),
    (1..=3, "AT{M}", ""),
    (
        2..=3,
        "AT{E=1{al/on},SG{cg/dt},SG{SL=1{cg/dt}},SG{SL=2},DM=dialplan00,EB{al/on{ST=1}},SA{nt/os},PG{al-1}}",
        "",
    ),
    (2..=3, "AT{M{TS{BF}}}", ""),
    (2..=3, "AT{M{TS{SI}}}", ""),
    (2..=3, "AT{M{O{MO,RV,RG,tdmc/gain}}}", ""),
    (2..=3, "AT{M{ST=1{O{MO}}},E}", "AT{E,M{ST=1{O{MO}}}}"),
    (3..=3, "AT{M{O{MO=SR,nt/jit,nt/jit=40},SA{nt/os}}}", "AT{M{O{nt/jit,nt/jit=40,MO=SR},SA{nt/os}}}"),
    (3..=3, "AT{M{TS{SI=IV}}}", ""),
    (3..=3, "SA", ""),
    (3..=3, "SA{nt/os,nt/or=5}", ""),
    (3..=3, "M{ST=1{O{MO=IN},SA{nt/dur=5}}}", ""),
];

/// Command replies, in `P=1{C=1{` and `}}`.
const REPLIES: &[(RangeInclusive<u8>, &str, &str)] = &[
    (1..=3, "A=root,MV=root,MF=root,S=root,N=root", ""),
    (
        1..=3,
        "A=root{M{O{MO=IN}},E=1{al/on},SG,EB,DM=dialplan00,MX=H221{*},OE=1{al/on},PG{al-1,g-2},ER=500{}}",
        "",
    ),
    (1..=3, "S=root{SA{rtp/ps=1,rtp/pr=2,nt/os=[1,2]}}", ""),
    (1..=3, "MF=root{M,DM,PG}", ""),
    (1..=3, "MF=root{ER=500{},OE,SA}", "MF=root{ER=500{},SA,OE}"),
    (1..=3, "AV=C{*,root}", ""),
    (1..=3, "AC=C{ER=500{}}", ""),
    (1..=3, "AV=root", ""),
    (1..=3, "AC=root{M{O{MO=IN}}}", ""),
    (3..=3, "AV=[root,*]{M}", ""),
    (1..=3, "N=root{ER=500{}}", ""),
    (1..=3, "SC=root", ""),
    (1..=3, "SC=root{ER=500{}}", ""),
    (1..=3, "SC=root{SV{V=1,AD=55555,PF=resgw/1}}", "SC=root{SV{AD=55555,V=1,PF=resgw/1}}"),
    (1..=3, "SC=root{SV{MG=<a.b>}}", ""),
    (2..=3, "SC=root{SV{MG=<a.b>,19990729T22000000}}", ""),
];

/// Mistakes that implementers made, as descriptors.
const STUMBLES: &[(RangeInclusive<u8>, &str, &str)] = &[
    // A keyword from another place, or of another version, is an ordinary value here.
    (1..=3, "M{O{tdmc/gain=ct,tdmc/ec=Media}}", "M{O{tdmc/gain=ct,tdmc/ec=media}}"),
    (1..=3, "SG{al/ri{cad=SG,freq=E}}", "SG{al/ri{cad=sg,freq=e}}"),
    // Seventeen characters with a t in the middle, but not a time.
    (1..=3, "M{O{tdmc/gain=abcdefghtabcdefgh}}", ""),
    (1..=3, "M{O{tdmc/gain=12345678t12345678}}", ""),
    // Comments and white space wherever the grammar allows them.
    (1..=3, " M ; a comment {\n {;\n O\t{ ; x\r\nMO = IN\n;\n}\n} ;\n", "M{O{MO=IN}}"),
    // Values that need quotation marks, and digits that look like a number.
    (1..=3, "E=1{dd/ce{ds=\"12,3\"}}", ""),
    (1..=3, "M{O{tdmc/gain=00000000000000000000000000000000000000000001}}", ""),
    // Values are converted to lower case unless they are in quotation marks, so upper case needs them.
    (1..=3, "M{O{tdmc/gain=\"G165\",tdmc/ec=G165}}", "M{O{tdmc/gain=\"G165\",tdmc/ec=g165}}"),
    // Signal types in a list.
    (1..=3, "SG{SL=65535{cg/dt{SY=BR},cg/dt{SY=TO,DR=65535}}}", ""),
    (1..=3, "SG{cg/rt{SY=OO},cg/rt{SY=OO}}", ""),
    // Numbers with leading zeros.
    (1..=3, "E=0000000001{al/on}", "E=1{al/on}"),
];

/// Invalid texts of these descriptors, though some readers accept them.
const REFUSED: &[&str] = &[
    // Comments are only allowed between tokens, not in the octets of a descriptor.
    "M{L{v=0\r\n; no comment\r\nc=x\r\n}}",
    "M{L{; no comment\r\n}}",
    "M{L{v=0\r\n;}}",
];

#[test]
fn what_is_no_text_is_refused() {
    let Some(schema) = Version::new(3) else { return };
    for text in REFUSED {
        let whole = format!("!/3 a\nT=1{{C=1{{A=${{{text}}}}}}}");
        assert!(schema.read(whole.as_bytes()).is_err(), "{text}");
    }
    // The name of an extension has a sign, then six letters or digits.
    for name in
        ["XABCDEFG", "X-------", "X-ab--+1", "X-abcde", "X-abcdefg", "X-abcde-", "X", "X-", "--abcdef"]
    {
        let whole = format!("!/3 a\nT=1{{C=1{{SC=root{{SV{{MT=RS,RE=\"1\",{name}=1}}}}}}}}");
        assert!(schema.read(whole.as_bytes()).is_err(), "{name}");
    }
    for text in [
        "!/3[1.2.3.4]:5\nER=1{}",
        "!/3 <a>ER=1{}",
        "AU=0x00000001:0x00000001:0x000102030405060708090A0B0\n!/3 a\nER=1{}",
    ] {
        assert!(schema.read(text.as_bytes()).is_err(), "{text}");
    }
    assert!(schema.read(b"!/3;no\n<a>;yes\nER=1{}").is_ok());
}

#[test]
fn every_production_in_every_version() {
    let frames: [(&[(RangeInclusive<u8>, &str, &str)], &str, &str); 5] = [
        (MESSAGES, "", ""),
        (ACTIONS, "[1.2.3.4]:5\nT=1{C=1{", "}}"),
        (DESCRIPTORS, "[1.2.3.4]:5\nT=1{C=1{A=${", "}}}"),
        (REPLIES, "[1.2.3.4]:5\nP=1{C=1{", "}}"),
        (STUMBLES, "[1.2.3.4]:5\nT=1{C=1{A=${", "}}}"),
    ];
    let mut faults = Vec::new();
    for version in 1..=3 {
        let Some(schema) = Version::new(version) else { return };
        for (rows, before, after) in &frames {
            for (versions, text, written) in rows.iter() {
                let whole = |text: &str| format!("!/{version} {before}{text}{after}");
                let wanted = whole(if written.is_empty() { text } else { written });
                let made = schema.compact(&whole(text));
                match versions.contains(&version) {
                    true if made.as_ref() != Ok(&wanted) => {
                        faults.push(format!("v{version} {text}: {made:?}"))
                    }
                    false if made.is_ok() => {
                        faults.push(format!("v{version} {text}: is not of this version"))
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Contexts that are not numbers, and numbers that are not contexts.
#[test]
fn contexts() {
    let Some(schema) = Version::new(3) else { return };
    let read = |id: &str| schema.compact(&format!("!/3 a\nT=1{{C={id}{{S=root}}}}"));
    for id in ["-", "$", "*", "1", "4294967293"] {
        assert_eq!(read(id), Ok(format!("!/3 a\nT=1{{C={id}{{S=root}}}}")));
    }
    for id in ["0", "4294967294", "4294967295", "4294967296"] {
        assert!(read(id).is_err(), "{id}");
    }
}

/// Messages with an authentication header.
#[test]
fn authentication() {
    let Some(schema) = Version::new(1) else { return };
    let text = "AU=0x00000001:0x0A0B0C0D:0x000102030405060708090A0B\n!/1 a\nER=502{}";
    assert_eq!(schema.compact(text).as_deref(), Ok(text));
    assert!(schema.compact(&text.replace("0A0B\n", "0A\n")).is_err());
}
