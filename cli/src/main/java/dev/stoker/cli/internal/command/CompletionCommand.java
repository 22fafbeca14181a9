package dev.stoker.cli.internal.command;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a script that completes commands and flags in a shell. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = {
            "Prints a completion script for bash and zsh; load it with `source <(./stoker completion)`, or write it"
                    + " to a file that your shell reads at its start."
        })
public final class CompletionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        System.out.print(AutoComplete.bash("stoker", spec.root().commandLine()));
        return 0;
    }
}
