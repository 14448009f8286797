// Octets as text, as the page writes them.

export const hex = (octets: Uint8Array, between = "") => Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join(between);

export function base64(octets: Uint8Array): string {
  let text = "";
  for (let at = 0; at < octets.length; at += 0x8000) text += String.fromCharCode(...octets.subarray(at, at + 0x8000));
  return btoa(text);
}

/** Hexadecimal digits, 16 octets a line, as people read them. */
export function hexLines(octets: Uint8Array): string {
  const lines = [];
  for (let at = 0; at < octets.length; at += 16) lines.push(hex(octets.subarray(at, at + 16), " "));
  return lines.join("\n");
}

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
