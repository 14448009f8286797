// What goes through the door of the core either way: sections of octets, of which the first is JSON. How many there are
// and how long each is stands in front, in 32 bits each; sections begin at multiples of 8 octets.

const aligned = (at: number) => (at + 7) & ~7;

/** How many octets sections take, and a function that puts them somewhere. */
export function packing(sections: Uint8Array[]): { octets: number; put: (into: Uint8Array) => void } {
  let octets = 4 * (sections.length + 1);
  const places = sections.map((section) => {
    const at = aligned(octets);
    octets = at + section.length;
    return at;
  });
  const put = (into: Uint8Array) => {
    const words = new DataView(into.buffer, into.byteOffset);
    words.setUint32(0, sections.length, true);
    sections.forEach((section, n) => {
      words.setUint32(4 * (n + 1), section.length, true);
      into.set(section, places[n]);
    });
  };
  return { octets, put };
}

/** The sections of a parcel, which lie over its memory. */
export function unpacked(parcel: Uint8Array): Uint8Array[] {
  const words = new DataView(parcel.buffer, parcel.byteOffset, parcel.length);
  const count = words.getUint32(0, true);
  let at = 4 * (count + 1);
  const sections: Uint8Array[] = [];
  for (let n = 1; n <= count; n += 1) {
    at = aligned(at);
    const end = at + words.getUint32(4 * n, true);
    sections.push(parcel.subarray(at, end));
    at = end;
  }
  return sections;
}

/** A section as numbers of 32 bits. */
export const numbers = (section: Uint8Array) => new Uint32Array(section.buffer, section.byteOffset, section.length / 4);

/** A section as numbers that may be larger. */
export const places = (section: Uint8Array) => new Float64Array(section.buffer, section.byteOffset, section.length / 8);
