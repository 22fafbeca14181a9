package dev.stoker.cli;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns failures into one sentence and an exit code: 2 for what the user can fix, 1 for a bug in Stoker. */
final class CommandErrorHandler {
    private static final int USER = 2;
    private static final int BUG = 1;

    private CommandErrorHandler() {}

    static void handle(CommandLine commandLine) {
        commandLine.setParameterExceptionHandler((failure, arguments) ->
                report(failure.getCommandLine(), sentence(failure), failure, wantsTrace(List.of(arguments)), USER));
        commandLine.setExecutionExceptionHandler(CommandErrorHandler::execution);
    }

    private static int execution(Exception failure, CommandLine commandLine, ParseResult parsed) {
        boolean trace = wantsTrace(parsed.originalArgs());
        if (failure instanceof StokerException wrong) {
            return report(commandLine, sentence(wrong), failure, trace, USER);
        }
        return report(
                commandLine,
                "a bug in Stoker, not in your input: %s; run again with --debug and report it with the output of `stoker env`"
                        .formatted(failure),
                failure,
                trace,
                BUG);
    }

    /** Lower modules name settings; here they are flags. */
    private static String sentence(StokerException wrong) {
        var flags = wrong.settings().stream().map(key -> "--" + key).toList();
        return wrong.getMessage() + (flags.isEmpty() ? "" : " (%s)".formatted(String.join(", ", flags)));
    }

    private static boolean wantsTrace(List<String> arguments) {
        return arguments.contains("--debug");
    }

    private static int report(CommandLine commandLine, String sentence, Exception failure, boolean trace, int code) {
        var err = commandLine.getErr();
        err.println("stoker: " + sentence);
        if (trace) {
            failure.printStackTrace(err);
        }
        err.flush();
        return code;
    }

    private static String sentence(ParameterException failure) {
        if (failure instanceof UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().getFirst();
            return word.startsWith("-") ? unknownFlag(failure.getCommandLine(), word) : unknownWord(failure, word);
        }
        return String.valueOf(failure.getMessage())
                .lines()
                .findFirst()
                .orElse("")
                .strip();
    }

    private static String unknownFlag(CommandLine commandLine, String word) {
        String flag = word.replaceAll("=.*", "");
        var flags = new ArrayList<String>();
        commandLine.getCommandSpec().options().forEach(option -> flags.addAll(Arrays.asList(option.names())));
        return RenamedFlags.newName(flag, flags)
                .map(name -> "the flag %s is now called %s".formatted(flag, name))
                .orElseGet(() -> "there is no flag %s%s (see `%s --help`)"
                        .formatted(
                                flag,
                                NameSuggestion.didYouMean(flag, flags),
                                commandLine.getCommandSpec().qualifiedName()));
    }

    private static String unknownWord(ParameterException failure, String word) {
        var commandLine = failure.getCommandLine();
        var commands = commandLine.getSubcommands().keySet();
        return commands.isEmpty()
                ? "%s takes no '%s' here (see `%s --help`)"
                        .formatted(
                                commandLine.getCommandName(),
                                word,
                                commandLine.getCommandSpec().qualifiedName())
                : "there is no command '%s'%s (commands: %s)"
                        .formatted(word, NameSuggestion.didYouMean(word, commands), String.join(", ", commands));
    }
}
