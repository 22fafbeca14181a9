package dev.stoker.distribute.launch;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Words as a POSIX shell reads them. */
final class ShellWords {
    private static final String HARMLESS = "[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*";

    private ShellWords() {}

    static String quoted(String word) {
        return word.matches(HARMLESS) ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    static String joined(List<String> words) {
        return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }

    /** Variables before a command, in the order of their names. */
    static String assignments(Map<String, String> variables) {
        return new TreeMap<>(variables)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + quoted(entry.getValue()))
                        .collect(Collectors.joining(" "));
    }
}
