package dev.stoker.datasets.internal.image;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Rows;
import java.lang.foreign.ValueLayout;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Reads labels that are known only with their samples. */
final class LabelRows {
    private static final int BATCH = 64;

    private LabelRows() {}

    /** Passes the labels of all rows to {@code more}, in order, until it returns false. */
    static void read(Rows<?> rows, int count, IntPredicate more) {
        int size = Math.clamp(count, 1, BATCH);
        try (var feed = rows.batch(size).open(PipelineResources.auto(), BatchMemoryAllocator.host())) {
            boolean wanted = true;
            while (wanted && feed.hasNext()) {
                wanted = pass(feed, more);
            }
        }
    }

    private static boolean pass(BatchFeed feed, IntPredicate more) {
        try (var batch = feed.next()) {
            return IntStream.range(0, batch.size())
                    .map(row -> (int) batch.labels().getAtIndex(ValueLayout.JAVA_LONG, row))
                    .allMatch(more);
        }
    }
}
