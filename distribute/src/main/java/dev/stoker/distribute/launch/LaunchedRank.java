package dev.stoker.distribute.launch;

import java.util.List;
import java.util.Map;

/**
 * What a rank would be started with.
 *
 * @param host its name
 * @param variables besides those of the environment
 * @param command as it would be typed on this host
 */
public record LaunchedRank(int number, String host, Map<String, String> variables, List<String> command) {
    public LaunchedRank {
        command = List.copyOf(command);
    }

    /** One line that a shell understands. */
    public String line() {
        String words = ShellWords.joined(command);
        return variables.isEmpty() ? words : "%s %s".formatted(ShellWords.assignments(variables), words);
    }
}
