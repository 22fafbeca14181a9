package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BalancedSamplingTest {
    private static final Seed SEED = new Seed(11);

    /** 700, 303, 10 and none, and 2 of a class with a larger label. */
    private static final int[] LABELS = IntStream.range(0, 1015)
            .map(i -> i % 101 == 7 && i < 1010 ? 2 : i % 500 == 499 ? 4 : i % 10 < 7 ? 0 : 1)
            .toArray();

    private static Dataset<Long> balanced() {
        return Dataset.range(LABELS.length).balanced(LABELS, SEED);
    }

    private static List<Long> all(Dataset<Long> dataset) {
        try (var iterator = dataset.iterate(PipelineResources.workers(3))) {
            var elements = new ArrayList<Long>();
            iterator.forEachRemaining(elements::add);
            return elements;
        }
    }

    private static List<List<Long>> epochs(int count) {
        var elements = all(balanced().repeat(count));
        assertThat(elements).hasSize(count * LABELS.length);
        return IntStream.range(0, count)
                .mapToObj(i -> elements.subList(i * LABELS.length, (i + 1) * LABELS.length))
                .toList();
    }

    private static Map<Integer, Long> perClass(List<Long> elements) {
        return elements.stream().collect(Collectors.groupingBy(i -> LABELS[Math.toIntExact(i)], Collectors.counting()));
    }

    private static Map<Long, Long> perElement(List<Long> elements, int label) {
        return elements.stream()
                .filter(i -> LABELS[Math.toIntExact(i)] == label)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    @Test
    void everyClassComesEquallyOftenInEachEpoch() {
        for (var epoch : epochs(3)) {
            assertThat(perClass(epoch)).containsExactlyInAnyOrderEntriesOf(Map.of(0, 254L, 1, 254L, 2, 254L, 4, 253L));
        }
    }

    @Test
    void theElementsOfARareClassComeEquallyOften() {
        assertThat(perElement(epochs(1).getFirst(), 2))
                .hasSize(10)
                .allSatisfy((_, times) -> assertThat(times).isBetween(25L, 26L));
        assertThat(perElement(epochs(5).stream().flatMap(List::stream).toList(), 2))
                .hasSize(10)
                .allSatisfy((_, times) -> assertThat(times).isEqualTo(127L));
    }

    /** 254 of about 700 come in each epoch, so none comes again in the second, and all have come after the third. */
    @Test
    void theElementsOfAFrequentClassTakeTurnsOverEpochs() {
        int members = (int) IntStream.of(LABELS).filter(label -> label == 0).count();
        assertThat(members).isBetween(508, 762);
        var elements = all(balanced().repeat(6));
        assertThat(perElement(elements.subList(0, 2 * LABELS.length), 0)).hasSize(508);
        assertThat(perElement(elements.subList(0, 3 * LABELS.length), 0)).hasSize(members);
        var times = perElement(elements, 0).values();
        assertThat(Collections.max(times) - Collections.min(times)).isLessThanOrEqualTo(1);
    }

    @Test
    void eachEpochHasItsOwnOrderWhichTheSeedDecides() {
        var epochs = epochs(2);
        assertThat(epochs.getFirst()).isNotEqualTo(epochs.getLast()).isEqualTo(all(balanced()));
        assertThat(all(Dataset.range(LABELS.length).balanced(LABELS, new Seed(12))))
                .isNotEqualTo(epochs.getFirst());
        long changes = IntStream.range(1, LABELS.length)
                .filter(i -> LABELS[Math.toIntExact(epochs.getFirst().get(i))]
                        != LABELS[Math.toIntExact(epochs.getFirst().get(i - 1))])
                .count();
        assertThat(changes)
                .as("neighbors of other classes, of which there are four")
                .isBetween(700L, 820L);
    }

    @Test
    void ranksTogetherReadWhatOneReads() {
        var expected = all(balanced().repeat(2));
        for (int rank = 0; rank < 3; rank++) {
            int own = rank;
            assertThat(all(balanced().repeat(2).shard(rank, 3)))
                    .isEqualTo(IntStream.range(0, expected.size())
                            .filter(i -> i % 3 == own)
                            .mapToObj(expected::get)
                            .toList());
        }
    }

    private static List<Long> labels(BatchShare share) {
        var read = new ArrayList<Long>();
        var rows = balanced().rows(1, (element, _, _) -> Math.toIntExact(element));
        try (var feed =
                rows.batch(32).repeat(2).share(share).open(PipelineResources.workers(2), BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    for (int i = 0; i < batch.size(); i++) {
                        read.add(batch.labels().getAtIndex(ValueLayout.JAVA_LONG, i));
                    }
                }
            }
        }
        return read;
    }

    @Test
    void sharesOfBatchesTogetherAreWhatOneReads() {
        var together = new ArrayList<Long>();
        for (int rank = 0; rank < 3; rank++) {
            together.addAll(labels(new BatchShare(rank, 3)));
        }
        assertThat(labels(BatchShare.ALL)).isEqualTo(all(balanced().repeat(2)));
        assertThat(together).containsExactlyInAnyOrderElementsOf(all(balanced().repeat(2)));
    }

    @Test
    void aStateOfAnyRankContinuesOnOthers() {
        var expected = all(balanced().repeat(2));
        DataState state;
        try (var iterator = balanced().repeat(2).shard(2, 4).iterate(PipelineResources.workers(2))) {
            for (int i = 0; i < 333; i++) {
                iterator.next();
            }
            state = iterator.state();
        }
        try (var iterator = balanced().repeat(2).shard(0, 1).iterate(PipelineResources.workers(2), state)) {
            var rest = new ArrayList<Long>();
            iterator.forEachRemaining(rest::add);
            assertThat(rest).isEqualTo(expected.subList(1332, expected.size()));
        }
    }

    @Test
    void repeatedElementsHaveRandomNumbersOfTheirOwn() {
        var random = all(balanced().randomMap(SEED, (element, numbers) -> 1000L * numbers.nextInt(1 << 30) + element));
        assertThat(new HashSet<>(random)).hasSize(LABELS.length);
        var uniform = Dataset.range(LABELS.length)
                .randomMap(SEED, (element, numbers) -> 1000L * numbers.nextInt(1 << 30) + element);
        assertThat(random)
                .as("those of the first time are the ones of a uniform epoch")
                .containsAnyElementsOf(all(uniform));
    }

    @Test
    void explainSaysWhatAnEpochHas() {
        assertThat(balanced().repeat(2).explain())
                .contains("every epoch has every class equally often, in an order of its own")
                .contains("every class comes equally often, in another order every epoch");
        assertThat(Dataset.range(1015).batch(5).balanced(new int[203], SEED).explain())
                .contains("'balanced' comes after batch");
    }

    @Test
    void nothingStreamsAndAWrongNumberOfLabelsAreHandled() {
        assertThat(all(Dataset.range(0).balanced(new int[0], SEED))).isEmpty();
        assertThatThrownBy(() -> all(Dataset.range(9).filter(_ -> true).balanced(new int[9], SEED)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("needs random access and an end; balance before filter");
        assertThatThrownBy(() -> all(Dataset.range(9).balanced(new int[8], SEED)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("needs a label for each of the 9 elements, got 8");
    }
}
