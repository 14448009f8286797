//! Network captures, layer by layer: payloads come out in order and once, in bounded memory, whatever the
//! contents.

mod made;

use made::{ethernet, fragment, ng, pcap, sctp, tcp, udp, v4, v6, Chunk};
use wireglot_driver::capture::{Capture, Filter, Item, Transport};

/// The items of a capture, one line each.
fn told(file: &[u8], filter: Filter) -> Vec<String> {
    let mut capture = Capture::new(file, filter);
    let mut all = Vec::new();
    while let Some(item) = capture.next_item().expect("memory can be read") {
        all.push(match item {
            Item::Datagram(payload) => {
                let text = String::from_utf8_lossy(&payload.octets).into_owned();
                match payload.origin.flow.transport {
                    Transport::Sctp { protocol, .. } => {
                        format!("{} {text} {protocol}", payload.origin.packet)
                    }
                    _ => format!("{} {text}", payload.origin.packet),
                }
            }
            Item::Segment(id, payload) => {
                format!("{} {id}:{}", payload.origin.packet, String::from_utf8_lossy(&payload.octets))
            }
            Item::Gap(id, damage) => format!("{} {id}:gap", damage.packet),
            Item::End(id) => format!("{id}:end"),
            Item::Damage(damage) => format!("{}! {}", damage.packet, damage.message),
        });
    }
    all
}

fn all(link: u32, packets: &[Vec<u8>]) -> Vec<String> {
    told(&pcap(false, link, packets), Filter::default())
}

#[test]
fn datagrams_come_one_by_one_over_every_link() {
    let packet = v4(17, &udp(7, 161, b"one"));
    let six = v6(17, &udp(7, 161, b"one"));
    let cooked = |header: usize, at: usize, kind: [u8; 2], packet: &[u8]| {
        let mut frame = vec![0; header];
        frame[at..at + 2].copy_from_slice(&kind);
        [&frame[..], packet].concat()
    };
    let links = [
        (1, ethernet(&packet)),
        (1, [&[0; 12][..], b"\x81\0\0\x05\x08\0", &packet].concat()),
        (1, [&[0; 12][..], b"\x86\xdd", &six].concat()),
        (101, packet.clone()),
        (12, six.clone()),
        (228, packet.clone()),
        (229, six.clone()),
        (113, cooked(16, 14, [8, 0], &packet)),
        (276, cooked(20, 0, [0x86, 0xdd], &six)),
        (0, [&[2, 0, 0, 0][..], &packet].concat()),
        (108, [&[0, 0, 0, 24][..], &six].concat()),
    ];
    for (link, frame) in links {
        for big in [false, true] {
            let file = pcap(big, link, &[frame.clone(), frame.clone()]);
            assert_eq!(told(&file, Filter::default()), ["1 one", "2 one"], "{link}");
        }
    }
}

#[test]
fn interfaces_of_pcapng_have_links_and_clocks_of_their_own() {
    let packet = v4(17, &udp(7, 161, b"one"));
    for big in [false, true] {
        let file = ng(big, &[(1, 6), (101, 9)], &[(0, &ethernet(&packet)), (1, &packet), (2, &packet)]);
        let mut capture = Capture::new(&file[..], Filter::default());
        let mut times = Vec::new();
        while let Some(item) = capture.next_item().unwrap() {
            times.push(match item {
                Item::Datagram(payload) => payload.origin.time.unwrap().to_string(),
                Item::Damage(damage) => damage.message,
                other => panic!("{other:?}"),
            });
        }
        let wanted = [
            "1970-01-01T01:11:34.967297Z",
            "1970-01-01T00:00:04.294967297Z",
            "a packet names an interface that the capture does not describe",
        ];
        assert_eq!(times, wanted, "{big}");
    }
}

#[test]
fn a_cut_capture_gives_what_is_whole() {
    let packets = [ethernet(&v4(17, &udp(1, 2, b"one"))), ethernet(&v4(17, &udp(1, 2, b"two")))];
    let file = pcap(false, 1, &packets);
    for end in 0..file.len() {
        let told = told(&file[..end], Filter::default());
        let whole = [24, 24 + 16 + packets[0].len()].contains(&end);
        assert_eq!(told.iter().any(|line| line.contains('!')), !whole, "{end}: {told:?}");
    }
}

#[test]
fn a_connection_is_put_in_order() {
    let segment = |sequence, flags, octets: &[u8]| v4(6, &tcp(80, 99, sequence, flags, octets));
    let packets = [
        segment(0xffff_fffe, 2, b""),
        // Sequence numbers wrap around in the middle.
        segment(2, 0, b"def"),
        segment(0xffff_ffff, 0, b"abc"),
        // Retransmitted with more data; overlapping; retransmitted.
        segment(0xffff_ffff, 0, b"abcdefgh"),
        segment(4, 0, b"XXhijk"),
        segment(2, 0, b"def"),
        segment(20, 0, b"lost"),
        segment(24, 1, b"end"),
    ];
    // What follows the gap is emitted once nothing can fill it any more.
    let wanted = ["3 1:abc", "2 1:def", "4 1:gh", "5 1:ijk", "7 1:gap", "7 1:lost", "8 1:end", "1:end"];
    assert_eq!(all(101, &packets), wanted);
    // A new connection on the same ports.
    let again = [segment(1, 2, b""), segment(2, 0, b"a"), segment(9, 2, b""), segment(10, 0, b"b")];
    assert_eq!(all(101, &again), ["2 1:a", "1:end", "4 2:b", "2:end"]);
    // And one that starts at the same sequence number, as programs that make captures write it.
    let same = [segment(1, 2, b""), segment(2, 1, b"a"), segment(1, 2, b""), segment(2, 0, b"b")];
    assert_eq!(all(101, &same), ["2 1:a", "1:end", "4 2:b", "2:end"]);
}

#[test]
fn fragments_are_put_together() {
    let datagram = udp(7, 161, b"abcdefghijklmnopqrstuvwxyz");
    for six in [false, true] {
        let part = |range: std::ops::Range<usize>| {
            let more = range.end < datagram.len();
            fragment(six, 5, range.start as u16, more, &datagram[range])
        };
        let packets = [part(16..34), part(0..16), part(8..24), part(0..8)];
        let whole = "2 abcdefghijklmnopqrstuvwxyz".to_string();
        assert_eq!(all(101, &packets)[0], whole, "{six}");
        let lost = all(101, &[part(0..16)]);
        assert_eq!(lost, ["1! other fragments of a datagram are not in the capture"]);
    }
}

#[test]
fn chunks_of_sctp_are_messages() {
    let chunk = |tsn, flags, protocol, octets| Chunk { tsn, flags, protocol, octets };
    let packets = [
        // Two in a packet.
        v4(132, &sctp(5, 36412, &[chunk(1, 3, 18, b"one"), chunk(2, 3, 18, b"two!")])),
        // Retransmitted, with the last fragment of a message; the others follow out of order.
        v4(132, &sctp(5, 36412, &[chunk(2, 3, 18, b"two!"), chunk(5, 1, 18, b"c")])),
        v4(132, &sctp(5, 36412, &[chunk(3, 2, 18, b"a")])),
        v4(
            132,
            &sctp(5, 36412, &[chunk(6, 3, 46, b"other"), chunk(4, 0, 18, b"b"), chunk(8, 0, 18, b"lost")]),
        ),
    ];
    let found = all(101, &packets);
    let lost = "4! other fragments of a message of SCTP are not in the capture";
    assert_eq!(found, ["1 one 18", "1 two! 18", "4 other 46", "4 abc 18", lost]);
    let file = pcap(false, 101, &packets);
    let one = told(&file, Filter { protocols: vec![46], ..Filter::default() });
    assert_eq!(one, ["4 other 46", lost]);
    assert_eq!(told(&file, Filter { ports: vec![1], ..Filter::default() }), Vec::<String>::new());
}

#[test]
fn chunks_of_one_number_are_repeated_only_if_their_octets_are_the_same() {
    // text2pcap of Wireshark 3.4 gives all messages the TSN 0.
    let packet = |octets| v4(132, &sctp(5, 36412, &[Chunk { tsn: 0, flags: 3, protocol: 18, octets }]));
    let packets = [packet(b"one"), packet(b"one"), packet(b"two")];
    assert_eq!(all(101, &packets), ["1 one 18", "3 two 18"]);
}

#[test]
fn truncated_packets_are_told_wherever_they_end() {
    let chunk = |tsn| Chunk { tsn, flags: 3, protocol: 18, octets: b"one!" };
    let packet = v4(132, &sctp(5, 36412, &[chunk(1), chunk(2)]));
    for end in 20..packet.len() {
        let told = all(101, &[packet[..end].to_vec()]);
        let whole = usize::from(end >= 20 + 12 + 20);
        assert_eq!(told.iter().filter(|line| *line == "1 one! 18").count(), whole, "{end}: {told:?}");
        assert_eq!(told.iter().filter(|line| line.starts_with("1! ")).count(), 1, "{end}: {told:?}");
    }
    for (protocol, packet) in [(6, tcp(5, 6, 1, 0, b"")), (17, udp(5, 6, b""))] {
        let packet = v4(protocol, &packet);
        for end in 20..packet.len() {
            let told = all(101, &[packet[..end].to_vec()]);
            let first = format!("1! the capture truncated this packet: {} octet", packet.len() - end);
            assert!(told.iter().any(|line| line.starts_with(&first)), "{protocol}, {end}: {told:?}");
        }
    }
}

/// A packet with a fragment of 4 bytes in an I-DATA chunk.
fn i_data(tsn: u32, (stream, flags): (u8, u8), protocol_or_number: u32, octets: &[u8; 4]) -> Vec<u8> {
    let head = [&[0x0b, 0x80, 0x0b, 0x80][..], &77_u32.to_be_bytes(), &[0; 4]].concat();
    let chunk = [&[64, flags, 0, 24][..], &tsn.to_be_bytes(), &[0, stream, 0, 0], &[0, 0, 0, 5]].concat();
    v4(132, &[head, chunk, protocol_or_number.to_be_bytes().to_vec(), octets.to_vec()].concat())
}

#[test]
fn interleaved_messages_are_put_together() {
    // RFC 8260 2.1: fragments belong together by stream, by the U flag and by message identifier, not by TSN.
    let packets = [
        i_data(1, (1, 2), 7, b"1.a "),
        i_data(2, (2, 2), 8, b"2.a "),
        i_data(3, (1, 6), 9, b"u.a "),
        i_data(4, (2, 1), 1, b"2.b "),
        i_data(6, (1, 1), 2, b"1.c "),
        i_data(5, (1, 0), 1, b"1.b "),
        i_data(7, (1, 5), 1, b"u.b "),
        i_data(7, (1, 5), 1, b"u.b "),
    ];
    assert_eq!(all(101, &packets), ["4 2.a 2.b  8", "6 1.a 1.b 1.c  7", "7 u.a u.b  9"]);
}

#[test]
fn later_fragments_of_interleaved_data_state_no_protocol() {
    // RFC 8260 2.1: the first fragment has the payload protocol identifier, the others a fragment sequence number.
    let packets = [i_data(1, (1, 2), 7, b"firs"), i_data(2, (1, 1), 1, b"t.  ")];
    assert_eq!(all(101, &packets), ["2 first.   7"]);
    let file = pcap(false, 101, &packets);
    let mut capture = Capture::new(&file[..], Filter { protocols: vec![1], ..Filter::default() });
    assert_eq!(capture.next_item().unwrap(), None);
    assert!(capture.seen().is_unmatched());
    assert_eq!(capture.seen().to_string(), "SCTP port 2944 with payload protocol 7, H.248 (1 message)");
}

#[test]
fn what_nobody_asked_for_is_counted() {
    let arp = [&[0; 12][..], b"\x08\x06", &[0; 28]].concat();
    let packets = [
        arp,
        ethernet(&v4(17, &udp(40000, 161, b"a"))),
        ethernet(&v4(17, &udp(161, 40000, b"b"))),
        ethernet(&v4(6, &tcp(40000, 389, 1, 0, b"c"))),
        ethernet(&v4(132, &sctp(36412, 36412, &[Chunk { tsn: 1, flags: 3, protocol: 18, octets: b"d" }]))),
        ethernet(&v4(1, b"ping")),
    ];
    let file = pcap(true, 1, &packets);
    let mut capture = Capture::new(&file[..], Filter { ports: vec![162], ..Filter::default() });
    assert_eq!(capture.next_item().unwrap(), None);
    assert!(capture.seen().is_unmatched());
    let wanted =
        "UDP port 161 (2 packets), TCP port 389 (1 packet), SCTP port 36412 with payload protocol 18, S1AP \
                  (1 message), ICMP (1 packet), ARP (1 packet)";
    assert_eq!(capture.seen().to_string(), wanted);
}

/// Pseudorandom numbers, the same in every run.
fn draw(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

#[test]
fn damaged_captures_are_read_to_their_end() {
    let parts = |range: std::ops::Range<usize>| {
        fragment(false, 9, range.start as u16, range.end < 40, &udp(7, 161, &[b'x'; 32])[range])
    };
    let chunk = |tsn, flags| Chunk { tsn, flags, protocol: 18, octets: b"chunk" };
    let packets: Vec<_> = [
        v4(17, &udp(1, 2, b"one")),
        v4(6, &tcp(80, 99, 7, 2, b"")),
        v4(6, &tcp(80, 99, 20, 0, b"later")),
        v4(132, &sctp(5, 6, &[chunk(1, 3), chunk(2, 2), chunk(3, 1)])),
        parts(0..16),
        parts(16..40),
        v6(17, &udp(1, 2, b"six")),
    ]
    .iter()
    .map(|packet| ethernet(packet))
    .collect();
    let ng_packets: Vec<_> = packets.iter().map(|packet| (0, &packet[..])).collect();
    let files = [pcap(false, 1, &packets), pcap(true, 1, &packets), ng(false, &[(1, 6)], &ng_packets)];
    let mut seed = 1;
    for file in files {
        for _ in 0..3000 {
            let mut damaged = file.clone();
            for _ in 0..=draw(&mut seed) % 3 {
                let at = draw(&mut seed) as usize % damaged.len();
                damaged[at] = draw(&mut seed) as u8;
            }
            assert!(told(&damaged, Filter::default()).len() < 100);
        }
    }
}

#[test]
fn hostile_captures_cost_no_more_than_their_octets() {
    // Segments after a gap, from last to first, each with a new gap.
    let holes: Vec<_> = (0..20_000u32).rev().map(|at| v4(6, &tcp(80, 99, 10 + 4 * at, 0, b"ab"))).collect();
    let first = std::iter::once(v4(6, &tcp(80, 99, 1, 2, b""))).chain(holes).collect::<Vec<_>>();
    let gaps = all(101, &first).iter().filter(|line| line.contains("gap")).count();
    assert_eq!(gaps, 20_000);
    // Fragments of a message without a beginning.
    let parts: Vec<_> = (0..20_000u32)
        .rev()
        .map(|tsn| v4(132, &sctp(5, 6, &[Chunk { tsn: tsn + 5, flags: 0, protocol: 18, octets: b"part" }])))
        .collect();
    assert!(!all(101, &parts).is_empty());
    // Empty connections, and single fragments.
    let many: Vec<_> = (0..70_000u32)
        .map(|n| match n % 2 {
            0 => v4(6, &tcp(n as u16, (n >> 16) as u16, 1, 2, b"")),
            _ => fragment(false, n as u16, 8, true, b"12345678"),
        })
        .collect();
    assert!(all(101, &many).len() >= 70_000);
}
