package dev.stoker.lab.doctor.check;

import java.util.List;

/** One item of the checklist. It decides by the facts alone, so that recorded facts give the same finding again. */
public interface Check {
    /** In words with dashes, such as {@code small-files}. */
    String name();

    /** What it needs to be measured besides; none where the facts are enough. */
    default List<Trial> trials(Facts facts) {
        return List.of();
    }

    Finding inspect(Facts facts);
}
