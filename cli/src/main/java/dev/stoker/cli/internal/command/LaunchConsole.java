package dev.stoker.cli.internal.command;

import dev.stoker.cli.internal.console.MessageOutput;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.console.Terminal;

/** What a launcher says between the lines of its ranks: on standard error, since standard output belongs to rank 0. */
public final class LaunchConsole implements MessageOutput {
    private static final int STANDARD_ERROR = 2;

    /** On a terminal rank 0 may have a progress bar in this line, which it draws again. */
    private final String clear = Terminal.isTerminal(STANDARD_ERROR) ? "\r\u001b[2K" : "";

    private final boolean quiet;

    public LaunchConsole(OutputOptions output) {
        quiet = output.quiet();
    }

    /** What a rank wrote to standard error, from any thread. */
    void error(String line) {
        System.err.println(clear + line);
    }

    /** A failure, or what was done about it. */
    void warn(String text) {
        error("stoker: " + text);
    }

    @Override
    public void print(String text) {
        if (!quiet) {
            error(text);
        }
    }
}
