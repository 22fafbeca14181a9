package dev.stoker.datasets.prepare;

import java.util.List;

/** The parts of a data set, with the names that folders of them have; shards start with the first. */
enum Part {
    TRAIN("train"),
    VALIDATION("validation", "val", "valid"),
    TEST("test");

    private final List<String> folders;

    Part(String... folders) {
        this.folders = List.of(folders);
    }

    String title() {
        return folders.getFirst();
    }

    List<String> folders() {
        return folders;
    }
}
