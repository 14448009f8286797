// Octets as text, as the page writes them.

/** The most characters in a field: browsers take seconds to lay out more. */
export const LONGEST = 1 << 18;

const DIGITS = new TextEncoder().encode("0123456789abcdef");

/** Each octet as two digits, followed by the character that `behind` returns, if given. */
function digits(octets: Uint8Array, step: number, behind?: (n: number) => number): string {
  const text = new Uint8Array(Math.max(0, step * octets.length - (step - 2)));
  for (let n = 0, at = 0; n < octets.length; n += 1, at += step) {
    text[at] = DIGITS[octets[n] >> 4];
    text[at + 1] = DIGITS[octets[n] & 15];
    if (behind && at + 2 < text.length) text[at + 2] = behind(n);
  }
  return new TextDecoder().decode(text);
}

export const hex = (octets: Uint8Array) => digits(octets, 2);

export function base64(octets: Uint8Array): string {
  let text = "";
  for (let at = 0; at < octets.length; at += 0x8000) text += String.fromCharCode(...octets.subarray(at, at + 0x8000));
  return btoa(text);
}

/** Hexadecimal digits, 16 octets a line, as people read them. */
export const hexLines = (octets: Uint8Array) => digits(octets, 3, (n) => (n % 16 === 15 ? 10 : 32));

/** The same, with the place of each line in front. */
const dumpLines = (octets: Uint8Array) =>
  hexLines(octets).split("\n").map((line, n) => `${(16 * n).toString(16).padStart(4, "0")}  ${line}`).join("\n");

/** An array in C. */
export function cArray(octets: Uint8Array, name = "message"): string {
  const lines = [];
  for (let at = 0; at < octets.length; at += 12) lines.push(`    ${Array.from(octets.subarray(at, at + 12), (octet) => `0x${octet.toString(16).padStart(2, "0")}`).join(", ")},`);
  return `static const unsigned char ${name}[${octets.length}] = {\n${lines.join("\n")}\n};\n`;
}

/** A text of some form in which one record has other octets. */
export function rewritten(text: string, form: string, line: number, octets: Uint8Array): string {
  if (form === "hex") return hexLines(octets);
  if (form === "dump") return dumpLines(octets);
  if (form === "base64") return (base64(octets).match(/.{1,64}/g) ?? []).join("\n");
  const lines = text.split("\n");
  if (form === "pem") {
    const end = lines.findIndex((one, n) => n >= line && one.startsWith("-----END"));
    lines.splice(line, end - line, ...(base64(octets).match(/.{1,64}/g) ?? []));
  } else lines[line - 1] = form === "base64-lines" ? base64(octets) : hex(octets);
  return lines.join("\n");
}
