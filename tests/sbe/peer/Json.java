import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import uk.co.real_logic.sbe.PrimitiveType;

/**
 * Reads JSON (objects, lists, strings, integers, other numbers, null), and formats numbers and text.
 */
class Json {
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

    /** A number in JSON syntax. */
    static String number(long value, PrimitiveType type) {
        return type == PrimitiveType.UINT64 ? Long.toUnsignedString(value) : Long.toString(value);
    }

    static String number(double value) {
        if (Double.isNaN(value)) return "\"NaN\"";
        if (Double.isInfinite(value)) return value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
        return Double.toString(value);
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
}
