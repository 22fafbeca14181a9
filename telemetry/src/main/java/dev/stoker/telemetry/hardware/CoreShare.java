package dev.stoker.telemetry.hardware;

import java.util.Map;

/**
 * The cores that fall to this process: all that it may use, or its part of them where several ranks of a training run on this
 * machine, as the variable LOCAL_WORLD_SIZE of {@code stoker launch} and torchrun says. Defaults of threads and workers follow
 * from it.
 */
public final class CoreShare {
    private static final String LOCAL_RANKS = "LOCAL_WORLD_SIZE";
    private static final String THREADS = "OMP_NUM_THREADS";
    private static final String NUMBER = "[1-9][0-9]{0,5}";

    private CoreShare() {}

    /** At least 1. */
    public static int cores() {
        return cores(Runtime.getRuntime().availableProcessors(), System.getenv());
    }

    /** Threads that compute: as many as cores, or what OMP_NUM_THREADS asks for. */
    public static int threads() {
        return threads(Runtime.getRuntime().availableProcessors(), System.getenv());
    }

    /** Ranks of the training on this machine, as the launcher says; 1 where it does not. */
    public static int ranks() {
        return ranks(System.getenv());
    }

    static int ranks(Map<String, String> environment) {
        return number(environment.getOrDefault(LOCAL_RANKS, ""), 1);
    }

    static int cores(int available, Map<String, String> environment) {
        return Math.max(1, available / ranks(environment));
    }

    /** The variable may list a number for each level of nesting; the first one counts. */
    static int threads(int available, Map<String, String> environment) {
        String asked = environment.getOrDefault(THREADS, "").replaceFirst(",.*", "");
        return number(asked, cores(available, environment));
    }

    private static int number(String text, int otherwise) {
        return text.strip().matches(NUMBER) ? Integer.parseInt(text.strip()) : otherwise;
    }
}
