package dev.stoker.datasets.prepare;

import java.util.List;
import java.util.Locale;

/** The parts of a data set. */
enum SplitName {
    TRAIN,
    VALIDATION,
    TEST;

    /** What its shards start with. */
    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What folders of it are called. */
    List<String> folders() {
        return switch (this) {
            case TRAIN -> List.of("train");
            case VALIDATION -> List.of("validation", "val", "valid");
            case TEST -> List.of("test");
        };
    }
}
