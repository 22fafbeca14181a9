package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Commands in the documentation name only flags that exist. */
class DocumentedFlagsTest {
    private static final Path ROOT = Path.of("..");
    private static final CommandLine STOKER = StokerCommand.commandLine();

    /** A command as code: in backticks, perhaps over two lines, or on an indented line. */
    private static final Pattern COMMAND = Pattern.compile("`(?:\\./)?stoker ([^`]+)`|(?m)^ {4}\\./stoker (.+)$");

    private static final Pattern FLAG = Pattern.compile("(?<=\\s)--[a-z][a-z0-9-]*");

    @Test
    void everyFlagOfADocumentedCommandExists() throws IOException {
        var unknown = new ArrayList<String>();
        int commands = 0;
        for (Path document : documents()) {
            for (String command : commands(Files.readString(document))) {
                commands++;
                unknown(command).forEach(flag -> unknown.add("%s: %s in `%s`".formatted(document, flag, command)));
            }
        }
        assertThat(commands).isGreaterThan(50);
        assertThat(unknown).isEmpty();
    }

    @Test
    void aFlagThatDoesNotExistIsFound() {
        assertThat(unknown("bench input FOLDER --ceiling --workers 2")).containsExactly("--ceiling");
        assertThat(unknown("launch -n 2 --hots a -- train --epoch 1 --lr 1")).containsExactly("--hots", "--epoch");
        assertThat(unknown("prepare A B --no-crop-ready --quality 90")).isEmpty();
        assertThat(commands("see `./stoker\ntrain`, `stoker tune lr --from 1`:\n\n    ./stoker train --lr 1\n"))
                .containsExactly("tune lr --from 1", "train --lr 1");
    }

    private static List<String> commands(String text) {
        return COMMAND.matcher(text)
                .results()
                .map(found -> found.group(1) != null ? found.group(1) : found.group(2))
                .toList();
    }

    /** What follows after -- is a command of its own where ranks are started, and none of Stoker's elsewhere. */
    private static List<String> unknown(String command) {
        String[] parts = command.split("\\s--\\s", 2);
        if (parts.length == 1) {
            return unknownOfOne(command);
        }
        var unknown = new ArrayList<>(unknownOfOne(parts[0]));
        if (command.startsWith("launch")) {
            unknown.addAll(unknownOfOne(parts[1]));
        }
        return unknown;
    }

    private static List<String> unknownOfOne(String command) {
        CommandLine line = STOKER;
        for (String word : command.split("\\s+", -1)) {
            var next = line.getSubcommands().get(word);
            if (next == null) {
                break;
            }
            line = next;
        }
        var options = line.getCommandSpec();
        return FLAG.matcher(command)
                .results()
                .map(flag -> flag.group())
                .filter(flag -> options.findOption(flag) == null
                        && options.negatedOptionsMap().get(flag) == null)
                .toList();
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of("README.md", "CHANGELOG.md", "examples/README.md")
                                    .map(ROOT::resolve),
                            docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
    }
}
