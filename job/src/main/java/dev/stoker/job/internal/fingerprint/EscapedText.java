package dev.stoker.job.internal.fingerprint;

/** A text without the characters that separate fields and lines: names of files and classes may hold any. */
final class EscapedText {
    private EscapedText() {}

    static String of(String text) {
        if (text.chars().noneMatch(letter -> letter == '\\' || letter == '\t' || letter == '\n' || letter == '\r')) {
            return text;
        }
        return text.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    static String read(String escaped) {
        if (escaped.indexOf('\\') < 0) {
            return escaped;
        }
        var text = new StringBuilder();
        for (int i = 0; i < escaped.length(); i++) {
            char letter = escaped.charAt(i);
            text.append(letter == '\\' && i + 1 < escaped.length() ? meant(escaped.charAt(++i)) : letter);
        }
        return text.toString();
    }

    private static char meant(char letter) {
        return switch (letter) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            default -> letter;
        };
    }
}
