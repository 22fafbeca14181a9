package dev.stoker.core;

/**
 * Text that a terminal, a table or a chart shows as it is. Names of files and classes may hold anything; characters that
 * move the cursor, break a line, change the direction of writing or cannot be encoded are written as escapes.
 */
public final class PrintableText {
    private PrintableText() {}

    /** The text with every character that is not printable as an escape: a line break is {@code \n}, ESC {@code \u001b}. */
    public static String of(String text) {
        int first = firstUnprintable(text);
        if (first == text.length()) {
            return text;
        }
        var printable = new StringBuilder(text.length() + 16).append(text, 0, first);
        for (int i = first; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (isPrintable(text, i)) {
                printable.append(letter);
            } else {
                printable.append(escape(letter));
            }
        }
        return printable.toString();
    }

    /** Whether the text is shown as it is. */
    public static boolean isPrintable(String text) {
        return firstUnprintable(text) == text.length();
    }

    private static int firstUnprintable(String text) {
        int i = 0;
        while (i < text.length() && isPrintable(text, i)) {
            i++;
        }
        return i;
    }

    private static boolean isPrintable(String text, int at) {
        char letter = text.charAt(at);
        return Character.isSurrogate(letter)
                ? isPaired(text, at)
                : !Character.isISOControl(letter) && !changesDirection(letter) && !breaksOrMarks(letter);
    }

    /** Half of a pair has no encoding. */
    private static boolean isPaired(String text, int at) {
        char letter = text.charAt(at);
        return Character.isHighSurrogate(letter)
                ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }

    /** Embeddings, overrides and isolates, by which text is shown in another order than it has. */
    private static boolean changesDirection(char letter) {
        return (letter >= 0x202a && letter <= 0x202e) || (letter >= 0x2066 && letter <= 0x2069);
    }

    /** Line and paragraph separators, and the byte order mark. */
    private static boolean breaksOrMarks(char letter) {
        return letter == 0x2028 || letter == 0x2029 || letter == 0xfeff;
    }

    private static String escape(char letter) {
        return switch (letter) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> "\\u%04x".formatted((int) letter);
        };
    }
}
