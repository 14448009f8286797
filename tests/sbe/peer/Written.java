import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import uk.co.real_logic.sbe.PrimitiveType;
import uk.co.real_logic.sbe.ir.Encoding;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.Signal;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.OtfHeaderDecoder;

/** Writes JSON as messages, by the tokens of the schema. */
class Written {
    final Ir ir;
    final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 20]);
    int limit;

    Written(Ir ir) {
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

    /** The other members of a header or dimension: the numbers of groups and data after a block. */
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
        if (Shown.isFloat(primitive)) {
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
