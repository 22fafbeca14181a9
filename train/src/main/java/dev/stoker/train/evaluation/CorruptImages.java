package dev.stoker.train.evaluation;

import dev.stoker.data.BatchFeed;
import java.util.Collection;
import java.util.List;

/**
 * Corrupt images that were skipped: how many, and what is wrong with the first few by name.
 *
 * @param count of different images, however many epochs reached them
 */
public record CorruptImages(long count, List<String> named) {
    /** Enough to recognize what is wrong; a damaged disk may have thousands. */
    private static final int NAMED = 5;

    public static final CorruptImages NONE = new CorruptImages(0, List.of());

    public CorruptImages {
        named = List.copyOf(named);
    }

    /** Those that a feed has skipped so far. */
    public static CorruptImages of(BatchFeed feed) {
        return of(feed.corruptElements());
    }

    /** By what is wrong with each of them. */
    public static CorruptImages of(Collection<String> problems) {
        return new CorruptImages(
                problems.size(), problems.stream().sorted().limit(NAMED).toList());
    }

    @Override
    public String toString() {
        return "%,d corrupt %s skipped%s"
                .formatted(count, count == 1 ? "image" : "images", count > named.size() ? ", among them" : "");
    }
}
