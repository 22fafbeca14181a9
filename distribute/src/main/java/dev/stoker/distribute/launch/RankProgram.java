package dev.stoker.distribute.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What each rank executes: a program, and the arguments that all ranks have.
 *
 * @param local words that start the program on this host
 * @param remote words that start it on another host
 * @param remoteVariables of the environment of this process, which another host does not have
 */
public record RankProgram(
        List<String> local, List<String> remote, Map<String, String> remoteVariables, List<String> arguments) {
    public RankProgram {
        local = List.copyOf(local);
        remote = List.copyOf(remote);
        remoteVariables = Map.copyOf(remoteVariables);
        arguments = List.copyOf(arguments);
    }

    /** With one more word right after the program of this host, such as an option of its JVM. */
    public RankProgram withOption(String option) {
        var words = new ArrayList<>(local);
        words.add(1, option);
        return new RankProgram(words, remote, remoteVariables, arguments);
    }

    RankProgram withArguments(List<String> others) {
        return new RankProgram(local, remote, remoteVariables, others);
    }

    List<String> localWords() {
        return joined(local);
    }

    List<String> remoteWords() {
        return joined(remote);
    }

    private List<String> joined(List<String> program) {
        var words = new ArrayList<>(program);
        words.addAll(arguments);
        return words;
    }
}
