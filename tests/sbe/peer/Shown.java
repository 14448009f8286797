import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import uk.co.real_logic.sbe.PrimitiveType;
import uk.co.real_logic.sbe.PrimitiveValue;
import uk.co.real_logic.sbe.ir.Encoding;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.OtfHeaderDecoder;
import uk.co.real_logic.sbe.otf.OtfMessageDecoder;
import uk.co.real_logic.sbe.otf.TokenListener;

/** Messages as JSON, by OtfMessageDecoder. */
class Shown implements TokenListener {
    final Ir ir;
    final StringBuilder out = new StringBuilder();
    int acting;
    int composites;
    int absent = -1; // where a composite that the sender lacked began
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

    /** Whether a field is newer than its sender; the decoder itself would show the bytes after the block. */
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
            return Json.text(octets, 0, size);
        }
        return isFloat(primitive) ? Json.number(value.doubleValue()) : Json.number(value.longValue(), primitive);
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
            return optional && size == 0 ? "null" : Json.text(octets, 0, size);
        }
        List<String> parts = new ArrayList<>();
        for (int index = 0; index < length; index++) {
            parts.add(single(buffer, at + index * primitive.size(), encoding, false));
        }
        return "[" + String.join(",", parts) + "]";
    }

    static boolean isFloat(PrimitiveType type) {
        return type == PrimitiveType.FLOAT || type == PrimitiveType.DOUBLE;
    }

    static String single(DirectBuffer buffer, int at, Encoding encoding, boolean optional) {
        PrimitiveType primitive = encoding.primitiveType();
        if (isFloat(primitive)) {
            double value = primitive == PrimitiveType.FLOAT
                ? buffer.getFloat(at, encoding.byteOrder()) : buffer.getDouble(at, encoding.byteOrder());
            double none = encoding.applicableNullValue().doubleValue();
            boolean isNull = value == none || Double.isNaN(value) && Double.isNaN(none);
            return optional && isNull ? "null" : Json.number(value);
        }
        long value = raw(buffer, at, encoding);
        if (optional && value == encoding.applicableNullValue().longValue()) return "null";
        if (primitive == PrimitiveType.CHAR) return Json.text(new byte[] {(byte) value}, 0, 1);
        return Json.number(value, primitive);
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
        out.append(optional && value == none ? "null" : Json.number(value, encoding.primitiveType()));
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
        out.append(isText ? Json.text(octets, 0, length) : '"' + HexFormat.of().formatHex(octets) + '"');
    }
}
