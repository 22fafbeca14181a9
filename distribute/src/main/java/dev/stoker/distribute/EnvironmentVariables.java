package dev.stoker.distribute;

import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Variables of the environment, which people and clusters write: each error names the variable and its value. */
final class EnvironmentVariables {
    private static final int LAST_PORT = 65_535;

    private final Map<String, String> values;

    EnvironmentVariables(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** The value without surrounding spaces; a variable that is set to nothing counts as not set. */
    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).map(String::strip).filter(value -> !value.isEmpty());
    }

    /** The first of these variables that is set. */
    Optional<String> firstSet(String... names) {
        return List.of(names).stream().filter(name -> text(name).isPresent()).findFirst();
    }

    /** A value that must be there, since the variable {@code given} is. */
    String required(String name, String given, String remedy) {
        return text(name)
                .orElseThrow(() -> new MissingVariableException(
                        "the environment variable %s is set, but %s is not; %s".formatted(given, name, remedy)));
    }

    /** The number of ranks. */
    int world(String name, String given) {
        return number(name, required(name, given, "set it to the number of ranks, or unset " + given), 1, "");
    }

    /** The number of this rank, which must be below that of all ranks. */
    int rank(String name, String given, int world) {
        String value = required(name, given, "set it to the number of this rank, from 0, or unset " + given);
        int rank = number(name, value, 0, "");
        that(
                rank < world,
                "the environment variable %s is %d, but there are %d ranks, which count from 0; set it to 0 to %d"
                        .formatted(name, rank, world, world - 1));
        return rank;
    }

    /** The number of this rank among those of its host; 0 where nothing says so. */
    int localRank(String name) {
        return text(name).map(value -> number(name, value, 0, "")).orElse(0);
    }

    int port(String name, String value) {
        int port = number(name, value, 1, " to " + LAST_PORT);
        that(port <= LAST_PORT, notNumber(name, value, 1, " to " + LAST_PORT));
        return port;
    }

    private static int number(String name, String value, int smallest, String largest) {
        try {
            int number = Integer.parseInt(value);
            that(number >= smallest, notNumber(name, value, smallest, largest));
            return number;
        } catch (NumberFormatException _) {
            throw new StokerException(notNumber(name, value, smallest, largest));
        }
    }

    private static String notNumber(String name, String value, int smallest, String largest) {
        return "the environment variable %s is '%s'; it must be a whole number from %d%s"
                .formatted(name, PrintableText.of(value), smallest, largest);
    }

    private static void that(boolean holds, String otherwise) {
        if (!holds) {
            throw new StokerException(otherwise);
        }
    }
}
