package dev.stoker.job.plan;

import java.util.Map;
import java.util.Optional;

/** Names of keys and values in plans of older versions, and what they are called now. */
public final class RenamedKeys {
    private static final Map<String, String> KEYS = Map.of(
            "grey", "grayscale",
            "gray", "grayscale",
            "muon-normalise", "muon-normalize",
            "muon-rounds", "muon-steps",
            "averaging", "ema",
            "clip", "max-grad-norm",
            "ahead", "prefetch",
            "stop-after", "patience",
            "trust", "trust-coefficient",
            "holdout", "validation");

    private static final Map<String, Map<String, String>> VALUES = Map.of("tta", Map.of("mirror", "flip"));

    private RenamedKeys() {}

    /** What a key is called now; empty where it was never renamed. */
    public static Optional<String> key(String name) {
        return Optional.ofNullable(KEYS.get(name));
    }

    /** What a value of a key is called now; empty where it was never renamed. */
    static Optional<String> value(String key, String text) {
        return Optional.ofNullable(VALUES.getOrDefault(key, Map.of()).get(text));
    }
}
