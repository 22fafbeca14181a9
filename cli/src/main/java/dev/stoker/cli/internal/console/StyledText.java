package dev.stoker.cli.internal.console;

import dev.stoker.core.PrintableText;
import java.util.ArrayList;
import java.util.List;

/** A line of a terminal in a few colors; names in it may hold anything. */
record StyledText(List<Span> spans) {
    static final StyledText EMPTY = new StyledText(List.of());

    private static final String RESET = "\u001b[0m";

    /** Those of the terminal's theme, so that they are readable on any background. */
    enum Style {
        PLAIN(""),
        BOLD("1"),
        DIM("2"),
        RED("31"),
        GREEN("32"),
        YELLOW("33"),
        CYAN("36");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }

    /** Some characters of one style. */
    record Span(Style style, String text) {
        Span {
            text = PrintableText.of(text);
        }

        private String colored() {
            return style == Style.PLAIN ? text : "\u001b[" + style.code + "m" + text + RESET;
        }
    }

    StyledText {
        spans = List.copyOf(spans);
    }

    static StyledText of(String text) {
        return EMPTY.and(text);
    }

    static StyledText of(Style style, String text) {
        return EMPTY.and(style, text);
    }

    StyledText and(String text) {
        return and(Style.PLAIN, text);
    }

    StyledText and(Style style, String text) {
        var more = new ArrayList<>(spans);
        more.add(new Span(style, text));
        return new StyledText(more);
    }

    int width() {
        return spans.stream().mapToInt(span -> span.text.length()).sum();
    }

    /** The first columns of it. */
    StyledText cut(int columns) {
        var kept = new ArrayList<Span>();
        int left = columns;
        for (var span : spans) {
            kept.add(new Span(span.style, first(span.text, left)));
            left = Math.max(0, left - span.text.length());
        }
        return new StyledText(kept);
    }

    /** A pair of characters is not parted. */
    private static String first(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, most > 0 && Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }

    /** Lines of at most so many columns, broken at spaces; those after the first are indented. Words are never broken. */
    List<StyledText> wrapped(int columns, int indent) {
        if (width() <= columns) {
            return List.of(this);
        }
        var lines = new ArrayList<StyledText>();
        var line = EMPTY;
        int width = 0;
        for (var word : words()) {
            if (width + word.text.stripTrailing().length() > columns && width > indent) {
                lines.add(line.stripTrailing());
                line = of(" ".repeat(indent));
                width = indent;
            }
            line = line.and(word.style, word.text);
            width += word.text.length();
        }
        lines.add(line.stripTrailing());
        return lines;
    }

    private StyledText stripTrailing() {
        var kept = new ArrayList<>(spans);
        var last = kept.removeLast();
        kept.add(new Span(last.style, last.text.stripTrailing()));
        return new StyledText(kept);
    }

    /** Each with the spaces after it; spaces at the start are a word, too. */
    private List<Span> words() {
        var words = new ArrayList<Span>();
        for (var span : spans) {
            for (String word : span.text.split("(?<= )(?=[^ ])", -1)) {
                words.add(new Span(span.style, word));
            }
        }
        return words;
    }

    String text(boolean colors) {
        var text = new StringBuilder();
        spans.stream()
                .filter(span -> !span.text.isEmpty())
                .forEach(span -> text.append(colors ? span.colored() : span.text));
        return text.toString();
    }
}
