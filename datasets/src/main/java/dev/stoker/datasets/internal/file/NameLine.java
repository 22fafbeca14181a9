package dev.stoker.datasets.internal.file;

import dev.stoker.core.PrintableText;
import java.util.Optional;

/**
 * A name on a line of a text file. A name that a line cannot carry (control characters, spaces around it, a quote at its
 * start) is written as a JSON string, and a line in quotes is read as one; so every name survives.
 */
public final class NameLine {
    private static final char QUOTE = '"';
    private static final int HEX = 16;
    private static final int HEX_DIGITS = 4;

    private NameLine() {}

    public static String of(String name) {
        boolean plain = PrintableText.isPrintable(name)
                && !name.isEmpty()
                && name.equals(name.strip())
                && name.charAt(0) != QUOTE;
        return plain ? name : quoted(name);
    }

    private static String quoted(String name) {
        return QUOTE + PrintableText.of(name.replace("\\", "\\\\").replace("\"", "\\\"")) + QUOTE;
    }

    /** The name on a line; empty where the line is in quotes but is no JSON string. */
    public static Optional<String> name(String line) {
        boolean inQuotes = line.length() > 1 && line.charAt(0) == QUOTE && line.endsWith("\"");
        return inQuotes ? unquoted(line.substring(1, line.length() - 1)) : Optional.of(line);
    }

    private static Optional<String> unquoted(String text) {
        var name = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == QUOTE || (letter == '\\' && ++i == text.length())) {
                return Optional.empty();
            }
            if (letter != '\\') {
                name.append(letter);
                continue;
            }
            int escaped = escaped(text, i);
            if (escaped < 0) {
                return Optional.empty();
            }
            name.append((char) escaped);
            i += text.charAt(i) == 'u' ? HEX_DIGITS : 0;
        }
        return Optional.of(name.toString());
    }

    /** What the escape whose letter is at {@code at} stands for; negative where there is no such escape. */
    private static int escaped(String text, int at) {
        return switch (text.charAt(at)) {
            case '"', '\\', '/' -> text.charAt(at);
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> hex(text, at + 1);
            default -> -1;
        };
    }

    private static int hex(String text, int from) {
        int code = text.length() < from + HEX_DIGITS ? -1 : 0;
        for (int i = from; i < from + HEX_DIGITS && code >= 0; i++) {
            int digit = Character.digit(text.charAt(i), HEX);
            code = digit < 0 ? -1 : code * HEX + digit;
        }
        return code;
    }
}
