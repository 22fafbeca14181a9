package dev.stoker.cli.internal.command;

import java.util.ArrayList;
import java.util.List;

/** The words of a command as each of its ranks gets them. */
final class StrategyWords {
    private static final List<String> FLAGS = List.of("--strategy", "--devices");

    private StrategyWords() {}

    /** Without what was asked of the process that starts the ranks; the ranks are workers. */
    static List<String> asWorkers(List<String> command) {
        var words = new ArrayList<String>();
        for (int i = 0; i < command.size(); i++) {
            String word = command.get(i);
            if (FLAGS.contains(word)) {
                i++; // its value
            } else if (FLAGS.stream().noneMatch(flag -> word.startsWith(flag + "="))) {
                words.add(word);
            }
        }
        words.add("--strategy=workers");
        return words;
    }
}
