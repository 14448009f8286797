//! Helpers that generated functions call: they read and write integers and runs of bytes at any bit.

use std::collections::BTreeSet;

use super::{json, versions};
use crate::Writer;

/// Adds the helpers called by a text that is compiled for all targets, or for those with wide words.
pub fn note(text: &str, called: &mut BTreeSet<&'static str>) {
    if text.contains("Bp") {
        called.extend(ALL.iter().map(|(name, _)| *name).filter(|name| text.contains(&format!("{name}("))));
    }
}

/// Writes the helpers that a text calls, directly or indirectly. Those neither in `always` nor called from
/// there are only for targets without wide words.
pub fn called(text: &str, always: &BTreeSet<&str>, w: &mut Writer) {
    let (mut blocks, mut always_blocks) = (String::new(), String::new());
    let mut wanted = Vec::new();
    for (name, block) in ALL.iter().rev() {
        let call = format!("{name}(");
        if blocks.contains(&call) || text.contains(&call) {
            blocks.push_str(block);
            let always = name.starts_with("BpJson") || always.contains(name) || always_blocks.contains(&call);
            if always {
                always_blocks.push_str(block);
            }
            wanted.push((*block, always));
        }
    }
    for (block, always) in wanted.into_iter().rev() {
        if !always {
            w.line("#if !BITPROTO_WIDE");
        }
        w.block(&[], block);
        if !always {
            w.line("#endif");
        }
        w.line("");
    }
}

/// Helpers with their text; each needs only those above it.
const ALL: [(&str, &str); 24] = [
    ("BpBits32", BITS32),
    ("BpFloat32", FLOAT32),
    ("BpBits64", BITS64),
    ("BpFloat64", FLOAT64),
    ("BpLoad", LOAD),
    ("BpStore", STORE),
    ("BpAt", AT),
    ("BpIsBig", IS_BIG),
    ("BpGet", GET),
    ("BpPut", PUT),
    ("BpGetLong", GET_LONG),
    ("BpPutLong", PUT_LONG),
    ("BpCut", CUT),
    ("BpPaste", PASTE),
    ("BpTake", versions::READER),
    ("BpLead", versions::LEAD),
    ("BpOpen", versions::OPEN),
    ("BpCount", versions::COUNT),
    ("BpSkip", versions::SKIP),
    ("BpJsonText", json::TEXT),
    ("BpJsonFloat", json::FLOATS),
    ("BpJsonUnsigned", json::NUMBERS),
    ("BpJsonSigned", json::SIGNED),
    ("BpJsonBool", json::BOOLEANS),
];

/// Chooses between wide words and single bytes.
pub const WIDE: &str = "
    // Whether to access memory in 8-byte words: on 64-bit little-endian targets.
    #ifndef BITPROTO_WIDE
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && UINTPTR_MAX > 0xffffffffu
    #define BITPROTO_WIDE 1
    #elif defined(_M_X64) || defined(_M_ARM64)
    #define BITPROTO_WIDE 1
    #else
    #define BITPROTO_WIDE 0
    #endif
    #endif
";

const AT: &str = "
    // A bit offset and a number of bits as one integer, which takes only one register to pass.
    #ifndef BpAt
    #define BpAt(bit, bits) ((uint32_t)(bit) << 7 | (uint32_t)(bits))
    #endif
";

const LOAD: &str = "
    // Loads n bytes as the low end of an integer.
    #define BpLoad(s, n) BpLoad##n(s)
    #define BpLoad1(s) (uint32_t)(s)[0]
    #define BpLoad2(s) (BpLoad1(s) | (uint32_t)(s)[1] << 8)
    #define BpLoad3(s) (BpLoad2(s) | (uint32_t)(s)[2] << 16)
    #define BpLoad4(s) (BpLoad3(s) | (uint32_t)(s)[3] << 24)
";

const STORE: &str = "
    // The reverse: stores the n lowest bytes of w.
    #define BpStore(s, n) BpStore##n(s)
    #define BpStore1(s) (s)[0] = (unsigned char)(w & 0xffu)
    #define BpStore2(s) BpStore1(s), (s)[1] = (unsigned char)(w >> 8 & 0xffu)
    #define BpStore3(s) BpStore2(s), (s)[2] = (unsigned char)(w >> 16 & 0xffu)
    #define BpStore4(s) BpStore3(s), (s)[3] = (unsigned char)(w >> 24)
";

const BITS32: &str = "
    // The bits of a float.
    static uint32_t BpBits32(float value) {
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        return bits;
    }
";

const FLOAT32: &str = "
    // The float with these bits.
    static float BpFloat32(uint32_t bits) {
        float value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
";

const BITS64: &str = "
    static uint64_t BpBits64(double value) {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        return bits;
    }
";

const FLOAT64: &str = "
    static double BpFloat64(uint64_t bits) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
";

const GET: &str = "
    // Reads an integer of at most 32 bits.
    static uint32_t BpGet(const unsigned char *s, uint32_t at) {
        unsigned bits = (unsigned)(at & 127u), have = 8 - (unsigned)(at >> 7 & 7u);
        uint32_t value;
        s += at >> 10;
        value = (uint32_t)*s >> (8 - have);
        while (have < bits) {
            value |= (uint32_t)*++s << have;
            have += 8;
        }
        return value & UINT32_MAX >> (32 - bits);
    }
";

const GET_LONG: &str = "
    static uint64_t BpGetLong(const unsigned char *s, uint32_t at) {
        uint32_t low = BpGet(s, (at & ~127u) | 32u);
        return low | (uint64_t)BpGet(s, at + (32u << 7) - 32u) << 32;
    }
";

const PUT: &str = "
    // Writes the lowest bits of an integer. Clears the bits above them in the last byte;
    // keeps the bits below them in the first byte.
    static void BpPut(unsigned char *s, uint32_t at, uint32_t value) {
        unsigned bits = (unsigned)(at & 127u), phase = (unsigned)(at >> 7 & 7u), done = 8 - phase;
        value &= UINT32_MAX >> (32 - bits);
        s += at >> 10;
        *s = (unsigned char)((phase > 0 ? *s : 0u) | (value << phase & 0xffu));
        for (value >>= done; done < bits; done += 8) {
            *++s = (unsigned char)(value & 0xffu);
            value >>= 8;
        }
    }
";

const PUT_LONG: &str = "
    static void BpPutLong(unsigned char *s, uint32_t at, uint64_t value) {
        BpPut(s, (at & ~127u) | 32u, (uint32_t)(value & UINT32_MAX));
        BpPut(s, at + (32u << 7) - 32u, (uint32_t)(value >> 32));
    }
";

const IS_BIG: &str = "
    // Whether the target is big-endian.
    static int BpIsBig(void) {
        const uint16_t one = 1;
        return *(const unsigned char *)&one == 0;
    }
";

const CUT: &str = "
    // Copies bits so that they start at a byte boundary. If `at` gives an integer size,
    // converts integers of that size to the target's byte order.
    static void BpCut(unsigned char *part, const unsigned char *s, uint32_t at, size_t bits) {
        unsigned phase = (unsigned)(at >> 7 & 7u);
        size_t octets = (bits + 7) >> 3, last = (phase + bits - 1) >> 3, o = 0;
        size_t flip = BpIsBig() ? (at & 127u) - 1u : 0;
        s += at >> 10;
    #if BITPROTO_WIDE
        for (; phase > 0 && o + 8 <= last; o += 8) {
            uint64_t w;
            memcpy(&w, s + o, 8);
            w = w >> phase | (uint64_t)s[o + 8] << (64 - phase);
            memcpy(part + o, &w, 8);
        }
    #elif defined(__ARM_FEATURE_UNALIGNED) && !defined(__ARM_BIG_ENDIAN)
        for (; phase > 0 && o + 4 <= last; o += 4) {
            uint32_t w;
            memcpy(&w, s + o, 4);
            w = w >> phase | (uint32_t)s[o + 4] << (32 - phase);
            memcpy(part + o, &w, 4);
        }
    #else
        if (flip == 0) {
            uint32_t w = (uint32_t)*s >> phase;
            unsigned up = 8 - phase;
            for (; o + 4 <= last; o += 4) {
                w |= (uint32_t)s[1] << up;
                part[0] = (unsigned char)(w & 0xffu);
                w = w >> 8 | (uint32_t)s[2] << up;
                part[1] = (unsigned char)(w & 0xffu);
                w = w >> 8 | (uint32_t)s[3] << up;
                part[2] = (unsigned char)(w & 0xffu);
                w = w >> 8 | (uint32_t)s[4] << up;
                part[3] = (unsigned char)(w & 0xffu);
                w >>= 8;
                s += 4;
                part += 4;
            }
            s -= o;
            part -= o;
        }
    #endif
        for (; o < octets; o++) {
            unsigned pair = s[o];
            if (o < last) pair |= (unsigned)s[o + 1] << 8;
            part[o ^ flip] = (unsigned char)(pair >> phase & 0xffu);
        }
    }
";

const PASTE: &str = "
    // The reverse. Clears the bits above the part in the last byte; keeps the bits below
    // it in the first byte.
    static void BpPaste(unsigned char *s, uint32_t at, const unsigned char *part, size_t bits) {
        unsigned phase = (unsigned)(at >> 7 & 7u);
        size_t octets = (bits + 7) >> 3, o = 0;
        size_t flip = BpIsBig() ? (at & 127u) - 1u : 0;
        uint32_t rest;
        s += at >> 10;
        rest = phase > 0 ? *s : 0u;
    #if defined(__ARM_FEATURE_UNALIGNED) && !defined(__ARM_BIG_ENDIAN)
        for (; o + 4 <= octets; o += 4) {
            uint32_t w;
            memcpy(&w, part + o, 4);
            rest |= w << phase;
            memcpy(s + o, &rest, 4);
            rest = w >> 1 >> (31 - phase);
        }
    #else
        for (; flip == 0 && o + 4 <= octets; o += 4) {
            rest |= (uint32_t)part[0] << phase;
            s[0] = (unsigned char)(rest & 0xffu);
            rest = rest >> 8 | (uint32_t)part[1] << phase;
            s[1] = (unsigned char)(rest & 0xffu);
            rest = rest >> 8 | (uint32_t)part[2] << phase;
            s[2] = (unsigned char)(rest & 0xffu);
            rest = rest >> 8 | (uint32_t)part[3] << phase;
            s[3] = (unsigned char)(rest & 0xffu);
            rest >>= 8;
            s += 4;
            part += 4;
        }
        s -= o;
        part -= o;
    #endif
        for (; o < octets; o++) {
            rest |= (uint32_t)part[o ^ flip] << phase;
            s[o] = (unsigned char)(rest & 0xffu);
            rest >>= 8;
        }
        if ((phase + bits - 1) >> 3 == octets) s[o] = (unsigned char)rest;
    }
";
