package io.github.bankside;

import androidx.annotation.Nullable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON (RFC 8259) as maps, lists, strings, {@code Long}, {@code Double}, {@code Boolean} and {@code null}. Android has
 * {@code org.json}, a JVM has nothing.
 */
final class Json {
    private static final int MAX_DEPTH = 100;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException if the text is no JSON */
    @Nullable
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.skipSpace();
        if (json.at != text.length()) throw json.wrong();
        return value;
    }

    /** @throws IllegalArgumentException if JSON can't hold the value */
    static String write(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out, 0);
        return out.toString();
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH) throw wrong();
        skipSpace();
        switch (peek()) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return string();
            case 't':
                return word("true", true);
            case 'f':
                return word("false", false);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> fields = new LinkedHashMap<>();
        at++;
        skipSpace();
        if (take('}')) return fields;
        do {
            skipSpace();
            String name = string();
            skipSpace();
            if (!take(':')) throw wrong();
            fields.put(name, value(depth + 1));
            skipSpace();
        } while (take(','));
        if (!take('}')) throw wrong();
        return fields;
    }

    private List<Object> array(int depth) {
        List<Object> items = new ArrayList<>();
        at++;
        skipSpace();
        if (take(']')) return items;
        do {
            items.add(value(depth + 1));
            skipSpace();
        } while (take(','));
        if (!take(']')) throw wrong();
        return items;
    }

    private String string() {
        if (!take('"')) throw wrong();
        StringBuilder out = new StringBuilder();
        while (!take('"')) {
            char next = peek();
            at++;
            if (next < ' ') throw wrong();
            out.append(next == '\\' ? escaped() : next);
        }
        return out.toString();
    }

    private char escaped() {
        char kind = peek();
        at++;
        if (kind == 'u') {
            int code = 0;
            for (int i = 0; i < 4; i++, at++) {
                int digit = Hex.valueOf(peek());
                if (digit < 0) throw wrong();
                code = code * 16 + digit;
            }
            return (char) code;
        }
        int index = "\"\\/bfnrt".indexOf(kind);
        if (index < 0) throw wrong();
        return "\"\\/\b\f\n\r\t".charAt(index);
    }

    private Object number() {
        int start = at;
        take('-');
        if (!take('0')) digits();
        boolean isWhole = true;
        if (take('.')) {
            isWhole = false;
            digits();
        }
        if (take('e') || take('E')) {
            isWhole = false;
            if (!take('+')) take('-');
            digits();
        }
        String digits = text.substring(start, at);
        // A whole number of up to 18 digits fits a `long`.
        if (isWhole && digits.length() <= 18) return Long.parseLong(digits);
        return Double.parseDouble(digits);
    }

    private void digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
        if (at == start) throw wrong();
    }

    private Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) throw wrong();
        at += word.length();
        return value;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at++;
    }

    private boolean take(char wanted) {
        if (at == text.length() || text.charAt(at) != wanted) return false;
        at++;
        return true;
    }

    private char peek() {
        if (at == text.length()) throw wrong();
        return text.charAt(at);
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no JSON at " + at);
    }

    private static void write(@Nullable Object value, StringBuilder out, int depth) {
        if (depth > MAX_DEPTH) throw new IllegalArgumentException("too deep, or a circle");
        if (value instanceof String) {
            writeString((String) value, out);
        } else if (value instanceof Map) {
            char separator = '{';
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                if (!(entry.getKey() instanceof String)) throw new IllegalArgumentException("a name is no string");
                out.append(separator);
                writeString((String) entry.getKey(), out);
                write(entry.getValue(), out.append(':'), depth + 1);
                separator = ',';
            }
            out.append(separator == '{' ? "{}" : "}");
        } else if (value instanceof Iterable) {
            char separator = '[';
            for (Object item : (Iterable<?>) value) {
                write(item, out.append(separator), depth + 1);
                separator = ',';
            }
            out.append(separator == '[' ? "[]" : "]");
        } else if (isNumber(value) || value instanceof Boolean || value == null) {
            out.append(value);
        } else {
            throw new IllegalArgumentException("JSON has no " + value.getClass().getName());
        }
    }

    private static boolean isNumber(@Nullable Object value) {
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return !Double.isNaN(number) && !Double.isInfinite(number);
        }
        return value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
    }

    private static void writeString(String value, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char next = value.charAt(i);
            if (next == '"' || next == '\\') {
                out.append('\\').append(next);
            } else if (next < ' ' || isLoneSurrogate(value, i)) {
                out.append(String.format("\\u%04x", (int) next));
            } else {
                out.append(next);
            }
        }
        out.append('"');
    }

    private static boolean isLoneSurrogate(String value, int at) {
        char next = value.charAt(at);
        if (Character.isHighSurrogate(next)) {
            return at + 1 == value.length() || !Character.isLowSurrogate(value.charAt(at + 1));
        }
        return Character.isLowSurrogate(next) && (at == 0 || !Character.isHighSurrogate(value.charAt(at - 1)));
    }
}
