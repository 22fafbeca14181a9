package dev.stoker.datasets.prepare;

import java.util.List;
import java.util.Locale;

/** The splits of a dataset. */
enum SplitName {
    TRAIN,
    VALIDATION,
    TEST;

    /** The prefix of its shards. */
    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The names that its folder may have. */
    List<String> folders() {
        return switch (this) {
            case TRAIN -> List.of("train");
            case VALIDATION -> List.of("validation", "val", "valid");
            case TEST -> List.of("test");
        };
    }
}
