package dev.stoker.cli;

import dev.stoker.job.plan.RenamedKeys;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Flags of earlier versions besides the keys of plans, and what they are called now. */
final class RenamedFlags {
    private static final Map<String, String> NEW_NAMES = Map.ofEntries(
            Map.entry("--catalogue", "--catalog"),
            Map.entry("--ceiling", "--baseline"),
            Map.entry("--cpu", "--input-cpu"),
            Map.entry("--eager", "--capture off"),
            Map.entry("--memory", "--input-memory"),
            Map.entry("--plain", "--baseline"),
            Map.entry("--recipe", "--transform"),
            Map.entry("--unfused", "--fusing off"));

    private RenamedFlags() {}

    /** What a flag is called now; empty where the command has no flag of that name. */
    static Optional<String> newName(String flag, Collection<String> flagsOfCommand) {
        return Optional.ofNullable(NEW_NAMES.get(flag))
                .or(() -> RenamedKeys.key(flag.replaceFirst("^--", "")).map(key -> "--" + key))
                .filter(renamed -> flagsOfCommand.contains(renamed.replaceFirst(" .*", "")));
    }
}
