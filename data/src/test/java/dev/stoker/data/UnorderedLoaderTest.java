package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.random.Seed;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches of the rows that are ready first. */
class UnorderedLoaderTest {
    private static final int ELEMENTS = 100;
    private static final int EPOCHS = 3;
    private static final Seed SEED = new Seed(5);

    /** Every tenth element is slow, so that others overtake it. */
    private static DataLoader<Long> loader() {
        return Dataset.range(ELEMENTS)
                .shuffle(SEED)
                .randomRows(Long.BYTES, SEED, (index, row, _) -> {
                    if (index % 10 == 0) {
                        LockSupport.parkNanos(1_000_000);
                    }
                    row.set(ValueLayout.JAVA_LONG, 0, index);
                    return index;
                })
                .batch(7)
                .repeat(EPOCHS)
                .ordered(false);
    }

    private static BatchFeed open(DataState state) {
        return loader().open(PipelineResources.workers(4), BatchMemoryAllocator.host(), state);
    }

    private static void read(BatchFeed feed, int batches, List<Long> labels) {
        for (int i = 0; i < batches && feed.hasNext(); i++) {
            try (var batch = feed.next()) {
                for (int row = 0; row < batch.size(); row++) {
                    labels.add(batch.labels().getAtIndex(ValueLayout.JAVA_LONG, row));
                }
            }
        }
    }

    private static void assertEveryEpochHasEveryElementOnce(List<Long> labels) {
        assertThat(labels).hasSize(EPOCHS * ELEMENTS);
        var all = LongStream.range(0, ELEMENTS).boxed().toList();
        IntStream.range(0, EPOCHS)
                .forEach(epoch -> assertThat(labels.subList(epoch * ELEMENTS, (epoch + 1) * ELEMENTS))
                        .containsExactlyInAnyOrderElementsOf(all));
    }

    @Test
    void everyEpochHasEveryElementOnce() {
        var labels = new ArrayList<Long>();
        try (var feed = open(DataState.START)) {
            read(feed, Integer.MAX_VALUE, labels);
        }
        assertEveryEpochHasEveryElementOnce(labels);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 14, 15, 16, 40})
    void aResumedFeedLosesAndRepeatsNothing(int before) {
        var labels = new ArrayList<Long>();
        DataState state;
        try (var feed = open(DataState.START)) {
            read(feed, before, labels);
            state = feed.state();
        }
        try (var feed = open(state)) {
            read(feed, Integer.MAX_VALUE, labels);
        }
        assertEveryEpochHasEveryElementOnce(labels);
    }

    @Test
    void theExplanationSaysSo() {
        var step = loader().explanation().steps().getFirst();
        assertThat(step.title()).isEqualTo("loader batch 7, 3 epochs, unordered");
        assertThat(step.description())
                .isEqualTo("workers write rows, one thread copies them into batches; random transforms differ in every"
                        + " epoch; the last batch of an epoch may be smaller; batches differ from run to run");
    }
}
