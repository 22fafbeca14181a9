package dev.stoker.telemetry.chart;

import dev.stoker.core.PrintableText;

/** Text that fits. */
final class ShortText {
    private ShortText() {}

    /** At most so many characters; what is left out is marked. */
    static String of(String text, int most) {
        String printable = PrintableText.of(text);
        return printable.length() <= most ? printable : printable.substring(0, Math.max(1, most - 1)) + "…";
    }

    /** Exactly so many characters. */
    static String padded(String text, int width) {
        String shown = of(text, width);
        return shown + " ".repeat(width - shown.length());
    }
}
