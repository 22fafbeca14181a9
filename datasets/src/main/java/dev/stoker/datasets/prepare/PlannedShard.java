package dev.stoker.datasets.prepare;

import dev.stoker.core.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A shard whose content is planned before any image is read, so that each shard can be written without the others. */
record PlannedShard(SplitName split, int number, int count, List<SourceImage> images) {
    /** The size of keys, label, sizes and TFRecord checksums in a record. */
    private static final int RECORD_OVERHEAD_BYTES = 220;

    /** Divides a split into shards of about this size; {@code growth} is the stored size per byte of a file. */
    static List<PlannedShard> plan(SplitName split, List<SourceImage> images, Bytes size, double growth) {
        var groups = groups(images, size, growth);
        var shards = new ArrayList<PlannedShard>();
        for (var group : groups) {
            shards.add(new PlannedShard(split, shards.size(), groups.size(), group));
        }
        return shards;
    }

    private static List<List<SourceImage>> groups(List<SourceImage> images, Bytes size, double growth) {
        var groups = new ArrayList<List<SourceImage>>();
        double room = 0;
        for (var image : images) {
            double needed =
                    image.size() * growth + RECORD_OVERHEAD_BYTES + image.name().length();
            if (groups.isEmpty() || needed > room) {
                groups.add(new ArrayList<>());
                room = size.count();
            }
            groups.getLast().add(image);
            room -= needed;
        }
        return groups;
    }

    String fileName() {
        return "%s-%05d-of-%05d.tfrecord".formatted(split.title(), number, count);
    }

    /** The time of its newest image, which does not depend on when the shard is written. */
    Instant modified() {
        return images.stream()
                .map(SourceImage::modified)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
    }
}
