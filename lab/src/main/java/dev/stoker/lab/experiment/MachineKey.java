package dev.stoker.lab.experiment;

import dev.stoker.core.StokerException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Keys of an experiment that are no keys of a plan: what of the machine a run may use. */
enum MachineKey {
    /** Logical cores that the process is bound to. */
    CORES {
        @Override
        void check(String text) {
            int count = whole("cores", text);
            int allowed = AllowedCores.ofThisProcess().size();
            if (count > allowed) {
                throw new StokerException("cores must be at most %d, which this process may use, got %d"
                                .formatted(allowed, count))
                        .about("vary");
            }
            AllowedCores.requireTaskset();
        }

        @Override
        List<String> prefix(String text) {
            return AllowedCores.prefix(whole("cores", text));
        }
    },
    /** Whether batches lie in page-locked memory, from which a GPU copies by itself. */
    PINNED {
        @Override
        void check(String text) {
            if (!text.equals("on") && !text.equals("off")) {
                throw new StokerException("pinned must be on or off, got '%s'".formatted(text)).about("vary");
            }
        }

        @Override
        Optional<String> variable(String text) {
            return Optional.of(text);
        }
    },
    /** GPUs that train one model together. */
    DEVICES {
        @Override
        void check(String text) {
            if (whole("devices", text) > 1) {
                throw new StokerException(
                                "devices must be 1, got %s: a run trains on one device for now".formatted(text))
                        .about("vary");
            }
        }
    };

    /** The environment variable of {@link #PINNED}. */
    static final String PINNED_VARIABLE = "STOKER_PINNED";

    static Optional<MachineKey> named(String name) {
        return Stream.of(values()).filter(key -> key.title().equals(name)).findFirst();
    }

    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Refuses a value that no run can have. */
    abstract void check(String text);

    /** A program that starts a run with this value. */
    List<String> prefix(String text) {
        return List.of();
    }

    /** The value of {@link #PINNED_VARIABLE}. */
    Optional<String> variable(String text) {
        return Optional.empty();
    }

    private static int whole(String key, String text) {
        if (!text.matches("[1-9]\\d{0,5}")) {
            throw new StokerException("%s must be a whole number of at least 1, got '%s'".formatted(key, text))
                    .about("vary");
        }
        return Integer.parseInt(text);
    }
}
