package dev.stoker.core;

import java.util.List;

/**
 * Something outside the program is wrong, and the message says what, the value, where, and the remedy. The command line
 * prints the message alone and exits with code 2; any other exception is a bug of Stoker.
 */
public class StokerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private transient List<String> settings = List.of();
    private transient List<String> lines = List.of();

    public StokerException(String message) {
        super(message);
    }

    public StokerException(String message, Throwable cause) {
        super(message, cause);
    }

    /** For a list that would be no sentence: the message has several lines. */
    public static StokerException ofLines(List<String> lines) {
        var exception = new StokerException(String.join("\n", lines));
        exception.lines = List.copyOf(lines);
        return exception;
    }

    /** The lines of the message. Unlike those of {@link #getMessage}, none of them comes from a name with a line break. */
    public List<String> lines() {
        return lines.isEmpty() ? List.of(String.valueOf(getMessage())) : lines;
    }

    /** Names the settings to change, by their keys in a plan; the command line adds the flags of these names. */
    public StokerException about(String... keys) {
        settings = List.of(keys);
        return this;
    }

    /** The settings that would have to change; may be none. */
    public List<String> settings() {
        return settings;
    }
}
