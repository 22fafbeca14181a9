package dev.stoker.cli.internal.console;

import dev.stoker.core.PrintableText;
import dev.stoker.telemetry.log.Json;
import java.io.PrintStream;
import java.util.Map;

/**
 * Where a command prints its progress: lines, and a progress bar on a terminal. With {@code --json} both go to standard
 * error, since standard output is for the one object; with {@code --quiet} there are none.
 */
final class ConsoleWriter {
    private static final int STANDARD_OUTPUT = 1;
    private static final int STANDARD_ERROR = 2;

    private final OutputOptions output;
    private final PrintStream out;
    private final ProgressBar bar;

    ConsoleWriter(OutputOptions output) {
        this.output = output;
        out = output.json() ? System.err : System.out;
        boolean live = !output.quiet() && Terminal.isTerminal(output.json() ? STANDARD_ERROR : STANDARD_OUTPUT);
        bar = new ProgressBar(out, live, Terminal.columns());
    }

    ProgressBar bar() {
        return bar;
    }

    /** Prints a line in place of the progress bar; names in it may hold anything. */
    void print(String text) {
        bar.clear();
        if (!output.quiet()) {
            out.println(PrintableText.of(text));
        }
    }

    /** Prints a line that must not be missed to standard error, with {@code --quiet} too. */
    void warn(String text) {
        bar.clear();
        System.err.println("stoker: " + text);
    }

    boolean wantsJson() {
        return output.json();
    }

    /** Prints the one object. */
    void json(Map<String, Object> fields) {
        bar.clear();
        System.out.println(Json.write(fields));
    }
}
