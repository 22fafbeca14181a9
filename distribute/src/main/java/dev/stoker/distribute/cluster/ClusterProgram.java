package dev.stoker.distribute.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A command of Stoker as hosts of a cluster start it.
 *
 * @param words that start Stoker there
 * @param variables besides those of the host
 * @param folder to run in, which all hosts have at the same path
 * @param arguments of Stoker
 */
public record ClusterProgram(List<String> words, Map<String, String> variables, Path folder, List<String> arguments) {
    public ClusterProgram {
        words = List.copyOf(words);
        variables = Map.copyOf(variables);
        arguments = List.copyOf(arguments);
    }

    public ClusterProgram withArguments(List<String> others) {
        return new ClusterProgram(words, variables, folder, others);
    }

    /** Words and arguments. */
    public List<String> command() {
        var command = new ArrayList<>(words);
        command.addAll(arguments);
        return command;
    }
}
