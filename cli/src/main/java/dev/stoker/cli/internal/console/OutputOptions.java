package dev.stoker.cli.internal.console;

import picocli.CommandLine.Option;

/** How much a command says, and in which form; mixed into every command. */
public final class OutputOptions {
    @Option(names = "--quiet", description = "say nothing but errors")
    private boolean quiet;

    @Option(names = "--json", description = "print one JSON object on standard output and nothing else there")
    private boolean json;

    @Option(names = "--debug", description = "show the stack trace of an error")
    private boolean debug;

    public boolean quiet() {
        return quiet;
    }

    public boolean json() {
        return json;
    }

    boolean debug() {
        return debug;
    }
}
