package dev.stoker.cli;

import dev.stoker.core.JvmFailure;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import dev.stoker.job.plan.FamiliarNames;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns failures into one sentence and an exit code: 2 for what the user can fix, 1 for a bug in Stoker. */
final class CommandErrorHandler {
    private static final int USER = 2;

    private CommandErrorHandler() {}

    static void handle(CommandLine commandLine) {
        commandLine.setParameterExceptionHandler((failure, arguments) -> report(
                failure.getCommandLine(),
                PrintableText.of(sentence(failure)),
                failure,
                wantsTrace(List.of(arguments)),
                USER));
        commandLine.setExecutionExceptionHandler(CommandErrorHandler::execution);
    }

    private static int execution(Exception failure, CommandLine commandLine, ParseResult parsed) {
        boolean trace = wantsTrace(parsed.originalArgs());
        if (failure instanceof StokerException wrong) {
            return report(commandLine, sentence(wrong, commandLine), failure, trace, USER);
        }
        var known = JvmFailure.ofAny(failure);
        return report(commandLine, PrintableText.of(known.sentence()), failure, trace, known.exitCode());
    }

    /** Lower modules name settings; here they are flags, where the command has them. */
    private static String sentence(StokerException wrong, CommandLine commandLine) {
        var known = commandLine.getCommandSpec().optionsMap();
        var flags = wrong.settings().stream()
                .map(key -> "--" + key)
                .filter(known::containsKey)
                .toList();
        return wrong.lines().stream().map(PrintableText::of).collect(Collectors.joining("\n"))
                + (flags.isEmpty() ? "" : " (%s)".formatted(String.join(", ", flags)));
    }

    private static boolean wantsTrace(List<String> arguments) {
        return arguments.contains("--debug");
    }

    private static int report(CommandLine commandLine, String sentence, Exception failure, boolean trace, int code) {
        var err = commandLine.getErr();
        err.println("stoker: " + sentence);
        if (trace) {
            printTrace(failure, err);
        }
        err.flush();
        return code;
    }

    /** Line by line, since messages hold names too. */
    private static void printTrace(Exception failure, PrintWriter err) {
        var trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        trace.toString().lines().map(CommandErrorHandler::indented).forEach(err::println);
    }

    private static String indented(String line) {
        return line.startsWith("\t") ? "\t" + PrintableText.of(line.substring(1)) : PrintableText.of(line);
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
                .or(() -> familiar(flag, flags))
                .orElseGet(() -> "there is no flag %s%s (see `%s --help`)"
                        .formatted(
                                flag,
                                NameSuggestion.didYouMean(flag, flags),
                                commandLine.getCommandSpec().qualifiedName()));
    }

    /** Where the command has the flags that mean the same; what is no flag belongs to plans. */
    private static Optional<String> familiar(String flag, List<String> flagsOfCommand) {
        return FamiliarNames.meaning(flag.replaceFirst("^-+", ""))
                .filter(meaning -> meaning.keys().isEmpty()
                        ? flagsOfCommand.contains("--plan")
                        : meaning.keys().stream().allMatch(key -> flagsOfCommand.contains("--" + key)))
                .map(meaning -> "unknown option %s; %s".formatted(flag, meaning.sentence("--")));
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
