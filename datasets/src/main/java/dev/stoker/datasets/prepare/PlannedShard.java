package dev.stoker.datasets.prepare;

import dev.stoker.core.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A shard whose content is settled before an image is read, so that any shard can be made without the others. */
record PlannedShard(SplitName part, int number, int count, List<SourceImage> items) {
    /** What keys, label, sizes and framing take in a record. */
    private static final int RECORD_OVERHEAD_BYTES = 220;

    /** Cuts a part into shards of about that size; {@code growth} is what becomes of a byte of a file. */
    static List<PlannedShard> plan(SplitName part, List<SourceImage> items, Bytes size, double growth) {
        var groups = groups(items, size, growth);
        var shards = new ArrayList<PlannedShard>();
        for (var group : groups) {
            shards.add(new PlannedShard(part, shards.size(), groups.size(), group));
        }
        return shards;
    }

    private static List<List<SourceImage>> groups(List<SourceImage> items, Bytes size, double growth) {
        var groups = new ArrayList<List<SourceImage>>();
        double room = 0;
        for (var item : items) {
            double needed =
                    item.size() * growth + RECORD_OVERHEAD_BYTES + item.name().length();
            if (groups.isEmpty() || needed > room) {
                groups.add(new ArrayList<>());
                room = size.count();
            }
            groups.getLast().add(item);
            room -= needed;
        }
        return groups;
    }

    String fileName() {
        return "%s-%05d-of-%05d.tfrecord".formatted(part.title(), number, count);
    }

    /** The time of its newest image, which does not depend on when the shard is made. */
    Instant modified() {
        return items.stream()
                .map(SourceImage::modified)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
    }
}
