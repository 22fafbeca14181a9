package dev.stoker.job.option;

import java.util.Optional;

/** Reads values of one type, and writes them so that they are read back as the same value. */
interface ValueParser<T> {
    /**
     * The value of a text.
     *
     * @throws IllegalArgumentException if the text is no such value; the message completes "KEY must be"
     */
    T parse(String text);

    default String text(T value) {
        return value.toString();
    }

    /** Of a value that may be {@code auto}. */
    record OfAuto<T>(ValueParser<T> parser) implements ValueParser<Auto<T>> {
        @Override
        public Auto<T> parse(String text) {
            if (text.equals(Auto.TEXT)) {
                return Auto.auto();
            }
            try {
                return Auto.of(parser.parse(text));
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException(wrong.getMessage() + " or " + Auto.TEXT, wrong);
            }
        }

        @Override
        public String text(Auto<T> value) {
            return value.value().map(parser::text).orElse(Auto.TEXT);
        }
    }

    /** Of a value that may be absent, for which there is a word; it may be the empty text. */
    record OfOptional<T>(ValueParser<T> parser, String absent) implements ValueParser<Optional<T>> {
        @Override
        public Optional<T> parse(String text) {
            if (text.equals(absent)) {
                return Optional.empty();
            }
            try {
                return Optional.of(parser.parse(text));
            } catch (IllegalArgumentException wrong) {
                throw absent.isEmpty()
                        ? wrong
                        : new IllegalArgumentException("%s, or %s".formatted(wrong.getMessage(), absent), wrong);
            }
        }

        @Override
        public String text(Optional<T> value) {
            return value.map(parser::text).orElse(absent);
        }
    }
}
