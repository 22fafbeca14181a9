package dev.stoker.cli.internal.console;

import picocli.CommandLine.Option;

/** The output of a command: how much, and in which form; mixed into every command. */
public final class OutputOptions {
    @Option(names = "--quiet", description = "quiet: print errors only")
    private boolean quiet;

    @Option(names = "--json", description = "JSON output: one object on standard output and nothing else there")
    private boolean json;

    @Option(names = "--debug", description = "stack traces of errors")
    private boolean debug;

    public boolean quiet() {
        return quiet;
    }

    public boolean json() {
        return json;
    }

    /** The same for a process that has nothing to say but errors. */
    public OutputOptions silent() {
        var options = new OutputOptions();
        options.quiet = true;
        options.debug = debug;
        return options;
    }

    boolean debug() {
        return debug;
    }
}
