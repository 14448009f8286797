// How schema languages look: a small tokenizer for each. What is right and wrong in them the core alone says.
import { StreamLanguage, type StreamParser } from "@codemirror/language";

const words = (text: string) => new Set(text.split(" "));

const ASN1 = words(
  "ABSENT ALL ANY APPLICATION AUTOMATIC BEGIN BIT BMPString BOOLEAN BY CHARACTER CHOICE CLASS COMPONENT COMPONENTS CONSTRAINED " +
  "CONTAINING DATE DATE-TIME DEFAULT DEFINED DEFINITIONS DURATION EMBEDDED ENCODED END ENUMERATED EXCEPT EXPLICIT EXPORTS EXTENSIBILITY " +
  "EXTERNAL FALSE FROM GeneralizedTime GeneralString GraphicString IA5String IDENTIFIER IMPLICIT IMPLIED IMPORTS INCLUDES INSTANCE " +
  "INTEGER INTERSECTION ISO646String MAX MIN MINUS-INFINITY NOT-A-NUMBER NULL NumericString OBJECT ObjectDescriptor OCTET OF OID-IRI " +
  "OPTIONAL PATTERN PDV PLUS-INFINITY PRESENT PrintableString PRIVATE REAL RELATIVE-OID RELATIVE-OID-IRI SEQUENCE SET SETTINGS SIZE STRING " +
  "SYNTAX T61String TAGS TeletexString TIME TIME-OF-DAY TRUE TYPE-IDENTIFIER UNION UNIQUE UNIVERSAL UniversalString UTCTime UTF8String " +
  "VideotexString VisibleString WITH");
const BITPROTO = words("proto import option type const enum message bool byte uint int true false");

const asn1: StreamParser<{ comment: number }> = {
  name: "asn1",
  startState: () => ({ comment: 0 }),
  token(stream, state) {
    if (state.comment || stream.match("/*")) {
      if (!state.comment) state.comment = 1;
      while (state.comment && !stream.eol()) {
        if (stream.match("/*")) state.comment += 1;
        else if (stream.match("*/")) state.comment -= 1;
        else stream.next();
      }
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("--")) {
      while (!stream.eol() && !stream.match("--")) stream.next();
      return "comment";
    }
    if (stream.match(/^"(?:[^"]|"")*"?/)) return "string";
    if (stream.match(/^'[^']*'[BH]?/)) return "string";
    if (stream.match(/^-?\d+(?:\.\d+)?/)) return "number";
    if (stream.match(/^&[A-Za-z][\w-]*/)) return "propertyName";
    if (stream.match(/^[A-Z](?:-?\w)*/)) return ASN1.has(stream.current()) ? "keyword" : "typeName";
    if (stream.match(/^[a-z](?:-?\w)*/)) return "variableName";
    if (stream.match(/^(?:::=|\.\.\.|\.\.|\[\[|\]\])/)) return "operator";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "--" } },
};

const bitproto: StreamParser<null> = {
  name: "bitproto",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/\/.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^(?:u?int\d+|bool|byte)\b/)) return "typeName";
    if (stream.match(/^(?:0x[\da-f]+|\d+)\b/i)) return "number";
    if (stream.match(/^[A-Z]\w*/)) return "typeName";
    if (stream.match(/^[a-z_]\w*/)) return BITPROTO.has(stream.current()) ? "keyword" : "variableName";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//" } },
};

const xml: StreamParser<{ in: "" | "comment" | "tag" }> = {
  name: "xml",
  startState: () => ({ in: "" }),
  token(stream, state) {
    if (state.in === "comment" || stream.match("<!--")) {
      state.in = stream.match(/^.*?-->/) ? "" : "comment";
      if (state.in) stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^<[?/]?[\w:.-]+/)) { state.in = "tag"; return "keyword"; }
    if (state.in === "tag") {
      if (stream.eatSpace()) return null;
      if (stream.match(/^[/?]?>/)) { state.in = ""; return "keyword"; }
      if (stream.match(/^(?:"[^"]*"?|'[^']*'?)/)) return "string";
      if (stream.match(/^[\w:.-]+/)) return "propertyName";
    } else if (stream.match(/^[^<]+/)) return null;
    stream.next();
    return null;
  },
  languageData: { commentTokens: { block: { open: "<!--", close: "-->" } } },
};

/** The look of a file, by its name. */
export function languageOf(path: string) {
  if (path.endsWith(".xml")) return StreamLanguage.define(xml);
  if (path.endsWith(".bitproto")) return StreamLanguage.define(bitproto);
  return StreamLanguage.define(asn1);
}
