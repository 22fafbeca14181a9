package dev.stoker.cli.internal.console;

import dev.stoker.cli.internal.console.StyledText.Style;
import dev.stoker.telemetry.log.Json;
import java.io.PrintStream;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where a command prints its progress, from any thread: lines, and a progress bar on a terminal. With {@code --json} both go
 * to standard error, since standard output is for the one object; with {@code --quiet} there are none.
 */
final class ConsoleWriter implements AutoCloseable {
    private static final int STANDARD_OUTPUT = 1;
    private static final int STANDARD_ERROR = 2;
    private static final int NOTE_INDENT = 11;

    private final OutputOptions output;
    private final PrintStream out;
    private final boolean terminal;
    private final boolean colors;
    private final ProgressBar bar;

    ConsoleWriter(OutputOptions output) {
        this.output = output;
        out = output.json() ? System.err : System.out;
        terminal = Terminal.isTerminal(output.json() ? STANDARD_ERROR : STANDARD_OUTPUT);
        colors = terminal && Terminal.wantsColors();
        bar = new ProgressBar(out, terminal && !output.quiet(), colors, Terminal.columns());
    }

    ProgressBar bar() {
        return bar;
    }

    boolean isTerminal() {
        return terminal;
    }

    int columns() {
        return bar.columns();
    }

    /** Prints a line above the progress bar. */
    void print(String text) {
        print(StyledText.of(text), NOTE_INDENT);
    }

    void print(StyledText text) {
        print(text, NOTE_INDENT);
    }

    /** A line with a title. */
    void note(String title, String text) {
        print(StyledText.of(Style.DIM, "%-11s".formatted(title)).and(text), NOTE_INDENT);
    }

    /** On a terminal a line that is too long is broken, and indented; elsewhere programs may read it. */
    void print(StyledText text, int indent) {
        if (!output.quiet()) {
            bar.printAbove(
                    out,
                    terminal
                            ? text.wrapped(columns(), indent).stream()
                                    .map(line -> line.text(colors))
                                    .collect(Collectors.joining(System.lineSeparator()))
                            : text.text(false));
        }
    }

    /** Prints a line that must not be missed to standard error, with {@code --quiet} too. */
    void warn(String text) {
        bar.printAbove(System.err, "stoker: " + text);
    }

    boolean wantsJson() {
        return output.json();
    }

    /** Prints the one object. */
    void json(Map<String, Object> fields) {
        bar.clear();
        System.out.println(Json.write(fields));
    }

    @Override
    public void close() {
        bar.close();
    }
}
