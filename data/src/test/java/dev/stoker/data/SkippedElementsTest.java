package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of batches when corrupt elements are skipped. */
@Timeout(30)
class SkippedElementsTest {
    private static final Seed SEED = new Seed(11);

    /** The numbers from 0 in shuffled order, each in its row, of which those that end in {@code digit} cannot be written. */
    private static DataLoader<Long> loader(int size, int digit, int batch, LastBatch last) {
        return new Rows<>(Dataset.range(size), 8, Optional.empty(), (number, row, _) -> {
                    if (number % 10 == digit) {
                        throw new CorruptDataException("element %03d is corrupt".formatted(number));
                    }
                    row.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, number);
                    return number;
                })
                .withElements(numbers -> numbers.shuffle(SEED))
                .batch(batch, last)
                .repeat(3);
    }

    private static BatchFeed open(DataLoader<?> loader, int workers, DataState state) {
        return loader.open(PipelineResources.workers(workers), BatchMemoryAllocator.host(), state);
    }

    private static List<List<Long>> batches(DataLoader<?> loader, int workers) {
        try (var feed = open(loader, workers, DataState.START)) {
            return batches(feed);
        }
    }

    private static List<List<Long>> batches(BatchFeed feed) {
        var batches = new ArrayList<List<Long>>();
        while (feed.hasNext()) {
            batches.add(nextOf(feed));
        }
        return batches;
    }

    private static List<Long> nextOf(BatchFeed feed) {
        try (var batch = feed.next()) {
            var labels = new ArrayList<Long>();
            for (int row = 0; row < batch.size(); row++) {
                labels.add(batch.labels().getAtIndex(ValueLayout.JAVA_LONG, row));
                assertThat(batch.rows().get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * row))
                        .isEqualTo(labels.getLast());
            }
            return labels;
        }
    }

    private static List<Long> intact(List<Long> numbers) {
        return numbers.stream().filter(number -> number % 10 != 3).toList();
    }

    @ParameterizedTest
    @EnumSource(LastBatch.class)
    void aLimitDoesNotChangeTheBatchesOfIntactData(LastBatch last) {
        var loader = loader(100, -1, 16, last);
        assertThat(batches(loader.skipCorrupt(5), 2)).isEqualTo(batches(loader, 2));
        assertThat(loader.skipCorrupt(5).batchesPerEpoch()).isEqualTo(loader.batchesPerEpoch());
    }

    @ParameterizedTest
    @CsvSource({"SHORT,1", "SHORT,4", "DROPPED,1", "DROPPED,4", "WRAPPED,1", "WRAPPED,4"})
    void aBatchIsShorterByItsCorruptElementsAndTheOthersKeepTheirPlaces(LastBatch last, int workers) {
        var expected = batches(loader(100, -1, 16, last), 1).stream()
                .map(SkippedElementsTest::intact)
                .toList();
        assertThat(batches(loader(100, 3, 16, last).skipCorrupt(10), workers)).isEqualTo(expected);
    }

    @Test
    void everyEpochHasEachIntactElementOnceWithoutOrderToo() {
        var loader = loader(100, 3, 16, LastBatch.SHORT).skipCorrupt(10).ordered(false);
        var batches = batches(loader, 4);
        assertThat(batches).hasSize(3 * 7);
        for (int epoch = 0; epoch < 3; epoch++) {
            var numbers = batches.subList(7 * epoch, 7 * epoch + 7).stream()
                    .flatMap(List::stream)
                    .toList();
            assertThat(numbers).hasSize(90).doesNotHaveDuplicates().allMatch(number -> number % 10 != 3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 7, 8, 13, 20})
    void aStateResumesWithTheSameBatches(int taken) {
        var loader = loader(100, 3, 16, LastBatch.SHORT).skipCorrupt(10);
        DataState state;
        try (var feed = open(loader, 3, DataState.START)) {
            for (int i = 0; i < taken; i++) {
                nextOf(feed);
            }
            state = feed.state();
        }
        try (var feed = open(loader, 2, state)) {
            assertThat(batches(feed)).isEqualTo(batches(loader, 1).subList(taken, 21));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBatchOfCorruptElementsOnlyIsEmpty(boolean ordered) {
        var loader = loader(100, 3, 1, LastBatch.SHORT).skipCorrupt(10).ordered(ordered);
        var batches = batches(loader, 2);
        assertThat(batches).hasSize(300);
        assertThat(batches.stream().filter(List::isEmpty)).hasSize(30);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachCountsOnceHoweverManyEpochsReachItAndIsNamed(boolean ordered) {
        try (var feed =
                open(loader(100, 3, 16, LastBatch.SHORT).skipCorrupt(10).ordered(ordered), 2, DataState.START)) {
            batches(feed);
            assertThat(feed.skipped()).isEqualTo(10);
            assertThat(feed.corruptElements()).hasSize(10).first().isEqualTo("element 003 is corrupt");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneTooManyIsAnErrorWithNames(boolean ordered) {
        assertThatThrownBy(() -> batches(
                        loader(30, 3, 16, LastBatch.SHORT).skipCorrupt(2).ordered(ordered), 2))
                .isInstanceOf(StokerException.class)
                .hasMessage("more than 2 elements are corrupt: element 003 is corrupt; element 013 is corrupt;"
                        + " element 023 is corrupt; fix them, or skip more");
    }

    @Test
    void withoutALimitACorruptElementIsTheFailureItself() {
        assertThatThrownBy(() -> batches(loader(100, 3, 16, LastBatch.SHORT), 2))
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining("is corrupt");
    }
}
