package dev.stoker.cli;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Flags of earlier versions, and what they are called now. */
final class RenamedFlags {
    private static final Map<String, String> NEW_NAMES = Map.ofEntries(
            Map.entry("--ahead", "--prefetch"),
            Map.entry("--catalogue", "--catalog"),
            Map.entry("--ceiling", "--baseline"),
            Map.entry("--cpu", "--input-cpu"),
            Map.entry("--eager", "--capture off"),
            Map.entry("--memory", "--input-memory"),
            Map.entry("--plain", "--baseline"),
            Map.entry("--recipe", "--transform"),
            Map.entry("--unfused", "--fusing off"));

    private RenamedFlags() {}

    /** What is appended to "there is no flag X"; empty where none of the command's flags is the new name. */
    static Optional<String> hint(String flag, Collection<String> flagsOfCommand) {
        return Optional.ofNullable(NEW_NAMES.get(flag))
                .filter(renamed -> flagsOfCommand.contains(renamed.split(" ", 2)[0]))
                .map(": it is called %s now"::formatted);
    }
}
