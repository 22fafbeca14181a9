package dev.stoker.job.internal.report;

import dev.stoker.core.PrintableText;
import java.util.Locale;

/** Builds a page; all text goes through {@link #escaped}, since names of classes, files and runs may hold anything. */
public final class Html {
    private final StringBuilder text = new StringBuilder();

    static String escaped(String text) {
        return PrintableText.of(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("'", "&#39;")
                .replace("\"", "&quot;");
    }

    /** Markup whose values are escaped before they are put in. */
    public Html add(String format, Object... values) {
        var escaped = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            escaped[i] = values[i] instanceof String value ? escaped(value) : values[i];
        }
        text.append(String.format(Locale.ROOT, format, escaped)).append('\n');
        return this;
    }

    /** Markup as it is. */
    public Html markup(String markup) {
        text.append(markup);
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
