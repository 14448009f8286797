//! Captures made by tests.

fn numbers(big: bool, parts: &[u32]) -> Vec<u8> {
    let octets = |part: &u32| if big { part.to_be_bytes() } else { part.to_le_bytes() };
    parts.iter().flat_map(octets).collect()
}

fn halves(big: bool, parts: &[u16]) -> Vec<u8> {
    let octets = |part: &u16| if big { part.to_be_bytes() } else { part.to_le_bytes() };
    parts.iter().flat_map(octets).collect()
}

/// A pcap file with packets of a link type.
pub fn pcap(big: bool, link: u32, packets: &[Vec<u8>]) -> Vec<u8> {
    let mut file = numbers(big, &[0xa1b2_c3d4]);
    file.extend(halves(big, &[2, 4]));
    file.extend(numbers(big, &[0, 0, 0xffff, link]));
    for (index, packet) in packets.iter().enumerate() {
        let size = packet.len() as u32;
        file.extend(numbers(big, &[index as u32, 5, size, size]));
        file.extend(packet);
    }
    file
}

fn block(big: bool, kind: u32, body: &[u8]) -> Vec<u8> {
    let padded = body.len().next_multiple_of(4);
    let size = numbers(big, &[12 + padded as u32]);
    let mut block = numbers(big, &[kind]);
    block.extend(&size);
    block.extend(body);
    block.resize(8 + padded, 0);
    block.extend(size);
    block
}

/// The same in pcapng: interfaces with link types and powers of ten for their clocks, and packets with
/// interface numbers.
pub fn ng(big: bool, interfaces: &[(u16, u8)], packets: &[(u32, &[u8])]) -> Vec<u8> {
    let mut start = numbers(big, &[0x1a2b_3c4d]);
    start.extend(halves(big, &[1, 0]));
    start.extend([0xff; 8]);
    let mut file = block(big, 0x0a0d_0d0a, &start);
    for (link, power) in interfaces {
        let mut body = halves(big, &[*link, 0]);
        body.extend(numbers(big, &[0]));
        body.extend(halves(big, &[9, 1]));
        body.extend([*power, 0, 0, 0]);
        body.extend(halves(big, &[0, 0]));
        file.extend(block(big, 1, &body));
    }
    // Unknown blocks are skipped.
    file.extend(block(big, 0x0bad, b"other"));
    for (interface, packet) in packets {
        let size = packet.len() as u32;
        let mut body = numbers(big, &[*interface, 1, 1, size, size]);
        body.extend(*packet);
        file.extend(block(big, 6, &body));
    }
    file
}

pub fn ethernet(packet: &[u8]) -> Vec<u8> {
    // Short frames are padded.
    [&[0; 12][..], &[8, 0], packet, &[0; 7]].concat()
}

pub fn v4(protocol: u8, octets: &[u8]) -> Vec<u8> {
    let size = (20 + octets.len() as u16).to_be_bytes();
    let header = [0x45, 0, size[0], size[1], 0, 0, 0, 0, 64, protocol, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2];
    [&header, octets].concat()
}

pub fn v6(protocol: u8, octets: &[u8]) -> Vec<u8> {
    let size = (octets.len() as u16 + 8).to_be_bytes();
    // With padding options in between.
    let header = [0x60, 0, 0, 0, size[0], size[1], 0, 64];
    [&header[..], &[1; 32], &[protocol, 0, 1, 4, 0, 0, 0, 0], octets].concat()
}

/// A fragment of a UDP datagram.
pub fn fragment(six: bool, identification: u16, offset: u16, more: bool, octets: &[u8]) -> Vec<u8> {
    let id = identification.to_be_bytes();
    if six {
        let place = (offset | u16::from(more)).to_be_bytes();
        let header = [17, 0, place[0], place[1], 0, 0, id[0], id[1]];
        let size = (octets.len() as u16 + 8).to_be_bytes();
        return [&[0x60, 0, 0, 0, size[0], size[1], 44, 64][..], &[1; 32], &header, octets].concat();
    }
    let mut packet = v4(17, octets);
    packet[4..6].copy_from_slice(&id);
    packet[6..8].copy_from_slice(&((offset / 8) | (u16::from(more) << 13)).to_be_bytes());
    packet
}

pub fn udp(from: u16, to: u16, octets: &[u8]) -> Vec<u8> {
    let size = 8 + octets.len() as u16;
    [&halves(true, &[from, to, size, 0])[..], octets].concat()
}

pub fn tcp(from: u16, to: u16, sequence: u32, flags: u8, octets: &[u8]) -> Vec<u8> {
    let mut segment = halves(true, &[from, to]);
    segment.extend(numbers(true, &[sequence, 0]));
    segment.extend([0x50, flags, 0, 0, 0, 0, 0, 0]);
    segment.extend(octets);
    segment
}

/// A DATA chunk.
pub struct Chunk<'c> {
    pub tsn: u32,
    pub flags: u8,
    pub protocol: u32,
    pub octets: &'c [u8],
}

pub fn sctp(from: u16, to: u16, chunks: &[Chunk]) -> Vec<u8> {
    let mut packet = halves(true, &[from, to]);
    packet.extend(numbers(true, &[77, 0]));
    for chunk in chunks {
        let size = (16 + chunk.octets.len() as u16).to_be_bytes();
        packet.extend([0, chunk.flags, size[0], size[1]]);
        packet.extend(numbers(true, &[chunk.tsn, 0, chunk.protocol]));
        packet.extend(chunk.octets);
        packet.resize(packet.len().next_multiple_of(4), 0);
    }
    packet
}
