import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import uk.co.real_logic.sbe.PrimitiveType;
import uk.co.real_logic.sbe.PrimitiveValue;
import uk.co.real_logic.sbe.ir.Encoding;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.Signal;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.OtfHeaderDecoder;
import uk.co.real_logic.sbe.otf.OtfMessageDecoder;
import uk.co.real_logic.sbe.otf.TokenListener;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/**
 * Real Logic's SBE tool, asked a line at a time: `schema FILE`, `decode DIGITS`, `encode JSON`.
 * Layout, widths, byte order, nulls and constants are all what its parser makes of the schema.
 */
public class Peer {
    public static void main(String[] words) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        Ir ir = null;
        for (String line; (line = in.readLine()) != null; ) {
            int blank = line.indexOf(' ');
            String rest = line.substring(blank + 1);
            try {
                switch (line.substring(0, blank)) {
                    case "schema" -> {
                        ir = null;
                        ir = parsed(rest);
                        out.println("ok");
                    }
                    case "decode" -> out.println(new Shown(ir).decode(HexFormat.of().parseHex(rest)));
                    default -> out.println(HexFormat.of().formatHex(new Writer(ir).encode(new Json(rest).value())));
                }
            } catch (Exception | StackOverflowError problem) {
                out.println("error " + problem.toString().replace('\n', ' '));
            }
        }
        out.flush();
    }

    static Ir parsed(String file) throws Exception {
        ParserOptions options = ParserOptions.builder().stopOnError(true).suppressOutput(true).build();
        try (var in = Files.newInputStream(Path.of(file))) {
            return new IrGenerator().generate(XmlSchemaParser.parse(in, options));
        }
    }

    /** A number as it stands in JSON. */
    static String number(long value, PrimitiveType type) {
        return type == PrimitiveType.UINT64 ? Long.toUnsignedString(value) : Long.toString(value);
    }

    static String number(double value) {
        if (Double.isNaN(value)) return "\"NaN\"";
        if (Double.isInfinite(value)) return value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
        return Double.toString(value);
    }

    static boolean isFloat(PrimitiveType type) {
        return type == PrimitiveType.FLOAT || type == PrimitiveType.DOUBLE;
    }

    static String text(byte[] octets, int from, int to) {
        StringBuilder out = new StringBuilder("\"");
        for (int at = from; at < to; at++) {
            int octet = octets[at] & 255;
            boolean plain = octet >= 32 && octet < 127 && octet != '"' && octet != '\\';
            out.append(plain ? String.valueOf((char) octet) : String.format("\\u%04x", octet));
        }
        return out.append('"').toString();
    }

    /** Messages as JSON, by OtfMessageDecoder. */
    static class Shown implements TokenListener {
        final Ir ir;
        final StringBuilder out = new StringBuilder();
        int acting;
        int composites;
        int absent = -1; // where a composite began that the sender did not have
        boolean first = true;

        Shown(Ir ir) {
            this.ir = ir;
        }

        String decode(byte[] octets) {
            DirectBuffer buffer = new UnsafeBuffer(octets);
            OtfHeaderDecoder header = new OtfHeaderDecoder(ir.headerStructure());
            acting = header.getSchemaVersion(buffer, 0);
            List<Token> tokens = ir.getMessage(header.getTemplateId(buffer, 0));
            out.append("{\"").append(tokens.get(0).name()).append("\":");
            int end = OtfMessageDecoder.decode(
                buffer, header.encodedLength(), acting, header.getBlockLength(buffer, 0), tokens, this);
            if (end != octets.length) return "error " + end + " octets of " + octets.length;
            return out.append('}').toString();
        }

        void name(String name) {
            out.append(first ? "" : ",").append('"').append(name).append("\":");
            first = false;
        }

        void open(char sign) {
            out.append(sign);
            first = true;
        }

        void close(char sign) {
            out.append(sign);
            first = false;
        }

        public void onBeginMessage(Token token) {
            open('{');
        }

        public void onEndMessage(Token token) {
            close('}');
        }

        public void onEncoding(Token field, DirectBuffer buffer, int at, Token type, int version) {
            name((composites > 0 ? type : field).name());
            if (type.isConstantEncoding()) {
                out.append(constant(type));
            } else if (isAbsent(field)) {
                out.append("null");
            } else {
                boolean optional = type.isOptionalEncoding() || composites == 0 && field.isOptionalEncoding();
                out.append(value(buffer, at, type, optional));
            }
        }

        /** Whether a field is newer than its sender; the decoder itself shows the octets behind the block. */
        boolean isAbsent(Token field) {
            return absent >= 0 || composites == 0 && field.version() > acting;
        }

        static String constant(Token type) {
            PrimitiveValue value = type.encoding().constValue();
            PrimitiveType primitive = type.encoding().primitiveType();
            if (primitive == PrimitiveType.CHAR) {
                byte[] octets = value.byteArrayValue(PrimitiveType.CHAR);
                int size = 0;
                while (size < octets.length && octets[size] != 0) size++;
                return text(octets, 0, size);
            }
            return isFloat(primitive) ? number(value.doubleValue()) : number(value.longValue(), primitive);
        }

        static String value(DirectBuffer buffer, int at, Token type, boolean optional) {
            Encoding encoding = type.encoding();
            PrimitiveType primitive = encoding.primitiveType();
            int length = type.arrayLength();
            if (length <= 1) return single(buffer, at, encoding, optional);
            if (primitive == PrimitiveType.CHAR) {
                byte[] octets = new byte[length];
                buffer.getBytes(at, octets);
                int size = 0;
                while (size < length && octets[size] != 0) size++;
                return optional && size == 0 ? "null" : text(octets, 0, size);
            }
            List<String> parts = new ArrayList<>();
            for (int index = 0; index < length; index++) {
                parts.add(single(buffer, at + index * primitive.size(), encoding, false));
            }
            return "[" + String.join(",", parts) + "]";
        }

        static String single(DirectBuffer buffer, int at, Encoding encoding, boolean optional) {
            PrimitiveType primitive = encoding.primitiveType();
            if (isFloat(primitive)) {
                double value = primitive == PrimitiveType.FLOAT
                    ? buffer.getFloat(at, encoding.byteOrder()) : buffer.getDouble(at, encoding.byteOrder());
                double none = encoding.applicableNullValue().doubleValue();
                boolean isNull = value == none || Double.isNaN(value) && Double.isNaN(none);
                return optional && isNull ? "null" : number(value);
            }
            long value = raw(buffer, at, encoding);
            if (optional && value == encoding.applicableNullValue().longValue()) return "null";
            return primitive == PrimitiveType.CHAR ? text(new byte[] {(byte) value}, 0, 1) : number(value, primitive);
        }

        static long raw(DirectBuffer buffer, int at, Encoding encoding) {
            var order = encoding.byteOrder();
            return switch (encoding.primitiveType()) {
                case CHAR, UINT8 -> buffer.getByte(at) & 255;
                case INT8 -> buffer.getByte(at);
                case INT16 -> buffer.getShort(at, order);
                case UINT16 -> buffer.getShort(at, order) & 0xFFFF;
                case INT32 -> buffer.getInt(at, order);
                case UINT32 -> buffer.getInt(at, order) & 0xFFFF_FFFFL;
                default -> buffer.getLong(at, order);
            };
        }

        String named(Token field, List<Token> tokens, int from) {
            return composites > 0 ? tokens.get(from).name() : field.name();
        }

        public void onEnum(
            Token field, DirectBuffer buffer, int at, List<Token> tokens, int from, int to, int version) {
            name(named(field, tokens, from));
            if (composites == 0 && field.isConstantEncoding()) {
                String reference = field.encoding().constValue().toString();
                out.append('"').append(reference.substring(reference.indexOf('.') + 1)).append('"');
                return;
            }
            if (isAbsent(field)) {
                out.append("null");
                return;
            }
            Encoding encoding = tokens.get(from + 1).encoding();
            long value = raw(buffer, at, encoding);
            for (int index = from + 1; index < to; index++) {
                if (tokens.get(index).encoding().constValue().longValue() == value) {
                    out.append('"').append(tokens.get(index).name()).append('"');
                    return;
                }
            }
            boolean optional = composites == 0 && field.isOptionalEncoding();
            long none = tokens.get(from).encoding().applicableNullValue().longValue();
            out.append(optional && value == none ? "null" : number(value, encoding.primitiveType()));
        }

        public void onBitSet(
            Token field, DirectBuffer buffer, int at, List<Token> tokens, int from, int to, int version) {
            name(named(field, tokens, from));
            if (isAbsent(field)) {
                out.append("null");
                return;
            }
            long value = raw(buffer, at, tokens.get(from + 1).encoding());
            List<String> names = new ArrayList<>();
            for (int index = from + 1; index < to; index++) {
                long bit = tokens.get(index).encoding().constValue().longValue();
                if ((value >>> bit & 1) != 0) names.add('"' + tokens.get(index).name() + '"');
            }
            out.append('[').append(String.join(",", names)).append(']');
        }

        public void onBeginComposite(Token field, List<Token> tokens, int from, int to) {
            name(named(field, tokens, from));
            if (composites++ == 0 && field.version() > acting) absent = out.length();
            open('{');
        }

        public void onEndComposite(Token field, List<Token> tokens, int from, int to) {
            close('}');
            if (--composites == 0 && absent >= 0) {
                out.setLength(absent);
                out.append("null");
                absent = -1;
            }
        }

        public void onGroupHeader(Token token, int count) {
            name(token.name());
            if (token.version() > acting) {
                out.append("null");
            } else {
                out.append(count == 0 ? "[]" : "[");
            }
        }

        public void onBeginGroup(Token token, int index, int count) {
            if (index > 0) out.append(',');
            open('{');
        }

        public void onEndGroup(Token token, int index, int count) {
            close('}');
            if (index == count - 1) out.append(']');
        }

        public void onVarData(Token field, DirectBuffer buffer, int at, int length, Token type) {
            name(field.name());
            if (field.version() > acting) {
                out.append("null");
                return;
            }
            byte[] octets = new byte[length];
            buffer.getBytes(at, octets);
            boolean isText = type.encoding().primitiveType() == PrimitiveType.CHAR;
            out.append(isText ? text(octets, 0, length) : '"' + HexFormat.of().formatHex(octets) + '"');
        }
    }

    /** Writes JSON as messages, by the tokens of the schema. */
    static class Writer {
        final Ir ir;
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 20]);
        int limit;

        Writer(Ir ir) {
            this.ir = ir;
        }

        byte[] encode(Object value) {
            var message = ((Map<?, ?>) value).entrySet().iterator().next();
            List<Token> tokens = ir.messages().stream()
                .filter(all -> all.get(0).name().equals(message.getKey())).findFirst().orElseThrow();
            Token begin = tokens.get(0);
            for (Token token : ir.headerStructure().tokens()) {
                if (token.signal() != Signal.ENCODING || token.isConstantEncoding()) continue;
                long number = switch (token.name()) {
                    case "blockLength" -> begin.encodedLength();
                    case "templateId" -> begin.id();
                    case "schemaId" -> ir.id();
                    case "version" -> ir.version();
                    default -> counted(token.name(), tokens, 1, tokens.size() - 1);
                };
                put(token.offset(), token.encoding(), number);
            }
            limit = new OtfHeaderDecoder(ir.headerStructure()).encodedLength();
            block(tokens, 1, tokens.size() - 1, begin.encodedLength(), (Map<?, ?>) message.getValue());
            byte[] octets = new byte[limit];
            buffer.getBytes(0, octets);
            return octets;
        }

        /** What a header or dimension says besides: how many groups and data follow a block. */
        static long counted(String name, List<Token> tokens, int from, int to) {
            Signal wanted = switch (name) {
                case "numGroups" -> Signal.BEGIN_GROUP;
                case "numVarDataFields" -> Signal.BEGIN_VAR_DATA;
                default -> null;
            };
            long count = 0;
            for (int at = from; at < to; at += tokens.get(at).componentTokenCount()) {
                if (tokens.get(at).signal() == wanted) count++;
            }
            return count;
        }

        void block(List<Token> tokens, int from, int to, int length, Map<?, ?> values) {
            int base = limit;
            limit += length;
            for (int at = from; at < to; at += tokens.get(at).componentTokenCount()) {
                Token token = tokens.get(at);
                Object value = values.get(token.name());
                switch (token.signal()) {
                    case BEGIN_FIELD -> field(token, tokens, at + 1, base + tokens.get(at + 1).offset(), value);
                    case BEGIN_GROUP -> group(tokens, at, (List<?>) value);
                    case BEGIN_VAR_DATA -> data(tokens, at, (String) value);
                    default -> throw new IllegalStateException(token.toString());
                }
            }
        }

        void group(List<Token> tokens, int begin, List<?> entries) {
            Token group = tokens.get(begin), dimensions = tokens.get(begin + 1);
            int from = begin + 1 + dimensions.componentTokenCount(), to = begin + group.componentTokenCount() - 1;
            for (int at = begin + 2; at < from - 1; at++) {
                Token token = tokens.get(at);
                if (token.isConstantEncoding()) continue;
                long number = switch (token.name()) {
                    case "blockLength" -> group.encodedLength();
                    case "numInGroup" -> entries.size();
                    default -> counted(token.name(), tokens, from, to);
                };
                put(limit + token.offset(), token.encoding(), number);
            }
            limit += dimensions.encodedLength();
            for (Object entry : entries) block(tokens, from, to, group.encodedLength(), (Map<?, ?>) entry);
        }

        void data(List<Token> tokens, int begin, String value) {
            Token length = tokens.get(begin + 2), data = tokens.get(begin + 3);
            byte[] octets = data.encoding().primitiveType() == PrimitiveType.CHAR
                ? value.getBytes(StandardCharsets.ISO_8859_1) : HexFormat.of().parseHex(value);
            put(limit + length.offset(), length.encoding(), octets.length);
            limit += data.offset();
            buffer.putBytes(limit, octets);
            limit += octets.length;
        }

        void field(Token field, List<Token> tokens, int at, int base, Object value) {
            Token type = tokens.get(at);
            if (field.isConstantEncoding() || type.isConstantEncoding()) return;
            switch (type.signal()) {
                case ENCODING -> encoding(type, base, value);
                case BEGIN_COMPOSITE -> {
                    int end = at + type.componentTokenCount() - 1;
                    for (int part = at + 1; part < end; part += tokens.get(part).componentTokenCount()) {
                        Token member = tokens.get(part);
                        field(member, tokens, part, base + member.offset(), ((Map<?, ?>) value).get(member.name()));
                    }
                }
                case BEGIN_ENUM -> put(base, tokens.get(at + 1).encoding(), enumerated(tokens, at, value));
                case BEGIN_SET -> {
                    long bits = 0;
                    for (int index = at + 1; tokens.get(index).signal() == Signal.CHOICE; index++) {
                        boolean on = ((List<?>) value).contains(tokens.get(index).name());
                        if (on) bits |= 1L << tokens.get(index).encoding().constValue().longValue();
                    }
                    put(base, tokens.get(at + 1).encoding(), bits);
                }
                default -> throw new IllegalStateException(type.toString());
            }
        }

        static long enumerated(List<Token> tokens, int at, Object value) {
            if (value == null) return tokens.get(at).encoding().applicableNullValue().longValue();
            if (value instanceof BigInteger number) return number.longValue();
            for (int index = at + 1; tokens.get(index).signal() == Signal.VALID_VALUE; index++) {
                Token token = tokens.get(index);
                if (token.name().equals(value)) return token.encoding().constValue().longValue();
            }
            throw new IllegalStateException("no value " + value);
        }

        void encoding(Token type, int at, Object value) {
            Encoding encoding = type.encoding();
            PrimitiveType primitive = encoding.primitiveType();
            if (value instanceof List<?> list) {
                for (int index = 0; index < list.size(); index++) {
                    one(at + index * primitive.size(), encoding, list.get(index));
                }
            } else if (primitive == PrimitiveType.CHAR && type.arrayLength() > 1) {
                if (value != null) buffer.putBytes(at, ((String) value).getBytes(StandardCharsets.ISO_8859_1));
            } else {
                one(at, encoding, value);
            }
        }

        void one(int at, Encoding encoding, Object value) {
            PrimitiveType primitive = encoding.primitiveType();
            if (isFloat(primitive)) {
                double number = value == null ? encoding.applicableNullValue().doubleValue()
                    : Double.parseDouble(value.toString());
                if (primitive == PrimitiveType.FLOAT) buffer.putFloat(at, (float) number, encoding.byteOrder());
                else buffer.putDouble(at, number, encoding.byteOrder());
            } else if (value == null) {
                put(at, encoding, encoding.applicableNullValue().longValue());
            } else {
                put(at, encoding, value instanceof String text ? text.charAt(0) : ((BigInteger) value).longValue());
            }
        }

        void put(int at, Encoding encoding, long value) {
            var order = encoding.byteOrder();
            switch (encoding.primitiveType().size()) {
                case 1 -> buffer.putByte(at, (byte) value);
                case 2 -> buffer.putShort(at, (short) value, order);
                case 4 -> buffer.putInt(at, (int) value, order);
                default -> buffer.putLong(at, value, order);
            }
        }
    }

    /** A reader of JSON: objects, lists, strings, whole numbers, other numbers, null. */
    static class Json {
        final String text;
        int at;

        Json(String text) {
            this.text = text;
        }

        char next() {
            while (text.charAt(at) == ' ') at++;
            return text.charAt(at);
        }

        boolean more(char end) {
            if (next() == ',') at++;
            if (next() != end) return true;
            at++;
            return false;
        }

        Object value() {
            switch (next()) {
                case '{' -> {
                    Map<String, Object> found = new LinkedHashMap<>();
                    at++;
                    while (more('}')) {
                        String name = string();
                        next();
                        at++;
                        found.put(name, value());
                    }
                    return found;
                }
                case '[' -> {
                    List<Object> found = new ArrayList<>();
                    at++;
                    while (more(']')) found.add(value());
                    return found;
                }
                case '"' -> {
                    return string();
                }
                case 'n' -> {
                    at += 4;
                    return null;
                }
                default -> {
                    int from = at;
                    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
                    String digits = text.substring(from, at);
                    if (digits.matches("0|-?[1-9][0-9]*")) return new BigInteger(digits);
                    return Double.valueOf(digits);
                }
            }
        }

        String string() {
            next();
            StringBuilder found = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') {
                    found.append(text.charAt(at));
                } else if (text.charAt(++at) == 'u') {
                    found.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    int sign = "bfnrt".indexOf(text.charAt(at));
                    found.append(sign < 0 ? text.charAt(at) : "\b\f\n\r\t".charAt(sign));
                }
            }
            at++;
            return found.toString();
        }
    }
}
