package dev.stoker.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.SampleSource;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DividedDatasetTest {
    private static final Seed SEED = new Seed(7);
    private static final List<String> CLASSES = List.of("cat", "dog", "emu");

    /** Each sample is one pixel with its own number; labels are 0, 1, 2, 0, 1, 2 and so on. */
    private record Numbered(int size, int from) implements SampleSource {
        @Override
        public Shape shape() {
            return new Shape(1, 1, 1);
        }

        @Override
        public int label(int index) {
            return index % CLASSES.size();
        }

        @Override
        public MemorySegment sample(int index) {
            var pixel = Arena.ofAuto().allocate(1);
            pixel.set(ValueLayout.JAVA_BYTE, 0, (byte) (from + index));
            return pixel;
        }
    }

    private static ImageDataset dataset(int training, Optional<DatasetSplit> validation, Optional<DatasetSplit> test) {
        return ImageDataset.of("numbers", CLASSES, new Numbered(training, 0), new Numbered(3, 200))
                .withSplits(DatasetSplit.of(new Numbered(training, 0)), validation, test);
    }

    private static Optional<DatasetSplit> split(int size, int from) {
        return Optional.of(DatasetSplit.of(new Numbered(size, from)));
    }

    private static List<Integer> labels(DatasetSplit split) {
        var labels = new ArrayList<Integer>();
        split.labels(IntStream.range(0, split.size()).toArray(), labels::add);
        return labels;
    }

    private static List<Integer> numbers(DatasetSplit split) {
        var numbers = new ArrayList<Integer>();
        try (var feed = split.evaluationRows()
                .batch(split.size())
                .open(PipelineResources.workers(1), BatchMemoryAllocator.host())) {
            try (var batch = feed.next()) {
                IntStream.range(0, batch.size())
                        .forEach(row -> numbers.add(batch.rows().get(ValueLayout.JAVA_BYTE, row) & 0xff));
            }
        }
        return numbers;
    }

    private static LabeledDataset divided(LabeledDataset stored, ValidationChoice choice) {
        return DividedDataset.of(stored, choice, SEED).dataset();
    }

    @Test
    void aShareOfEachClassIsHeldOutBySeed() {
        var divided = divided(dataset(60, Optional.empty(), split(6, 200)), new ValidationChoice.Share(0.1));
        var validation = divided.validation().orElseThrow();
        assertThat(labels(validation)).hasSize(6).contains(0, 1, 2);
        assertThat(labels(validation).stream().filter(label -> label == 1)).hasSize(2);
        assertThat(divided.training().size()).isEqualTo(54);
        assertThat(Stream.concat(numbers(divided.training()).stream(), numbers(validation).stream()))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 60).boxed().toList());
        assertThat(divided.test().orElseThrow().size()).isEqualTo(6);
        var again = divided(dataset(60, Optional.empty(), split(6, 200)), new ValidationChoice.Share(0.1));
        assertThat(numbers(again.validation().orElseThrow())).isEqualTo(numbers(validation));
        var other = DividedDataset.of(
                        dataset(60, Optional.empty(), split(6, 200)), new ValidationChoice.Share(0.1), new Seed(8))
                .dataset();
        assertThat(numbers(other.validation().orElseThrow())).isNotEqualTo(numbers(validation));
    }

    @Test
    void foldsTogetherAreAllSamplesAndNoTwoShareOne() {
        var all = new ArrayList<Integer>();
        for (int fold = 1; fold <= 5; fold++) {
            var divided = divided(dataset(63, Optional.empty(), Optional.empty()), new ValidationChoice.Fold(fold, 5));
            assertThat(divided.validation().orElseThrow().size()).isBetween(12, 15);
            all.addAll(numbers(divided.validation().orElseThrow()));
        }
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 63).boxed().toList());
    }

    @Test
    void autoTakesTheStoredValidationSplitElseAShare() {
        var auto = new ValidationChoice.Auto();
        assertThat(divided(dataset(60, split(9, 100), Optional.empty()), auto)
                        .training()
                        .size())
                .isEqualTo(60);
        assertThat(divided(dataset(60, Optional.empty(), split(6, 200)), auto)
                        .training()
                        .size())
                .as("0.1 beside a test split")
                .isEqualTo(54);
        assertThat(divided(dataset(60, Optional.empty(), Optional.empty()), auto)
                        .training()
                        .size())
                .as("0.2 of a dataset without splits")
                .isEqualTo(48);
    }

    @Test
    void aShareLeavesAStoredValidationSplitForTheTest() {
        var divided = divided(dataset(60, split(9, 100), Optional.empty()), new ValidationChoice.Share(0.5));
        assertThat(divided.test().orElseThrow().size()).isEqualTo(9);
        assertThat(divided.validation().orElseThrow().size()).isEqualTo(30);
        assertThatThrownBy(() -> divided(dataset(60, split(9, 100), split(9, 150)), new ValidationChoice.Share(0.5)))
                .isInstanceOf(StokerException.class)
                .hasMessage("numbers has a validation and a test split of its own; remove validation and folds");
    }

    @Test
    void theTestSplitMayBeUsedForValidationAndThatIsSaid() {
        var divided =
                DividedDataset.of(dataset(60, Optional.empty(), split(6, 200)), new ValidationChoice.TestSplit(), SEED);
        assertThat(divided.origin().orElseThrow()).startsWith("the test split: the best weights are selected on it");
        assertThat(divided.dataset().test()).isEmpty();
        assertThat(divided.dataset().training().size()).isEqualTo(60);
        assertThatThrownBy(() ->
                        divided(dataset(60, Optional.empty(), Optional.empty()), new ValidationChoice.TestSplit()))
                .hasMessageContaining("numbers has no test split that could be used for validation");
    }

    @Test
    void aClassThatCannotBeOnBothSidesIsNamed() {
        assertThatThrownBy(
                        () -> divided(dataset(5, Optional.empty(), Optional.empty()), new ValidationChoice.Share(0.2)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("class 'emu' of numbers has 1 of the 2 training samples that 20 % of the training"
                        + " split, by seed needs of each class");
        assertThatThrownBy(
                        () -> divided(dataset(9, Optional.empty(), Optional.empty()), new ValidationChoice.Fold(1, 5)))
                .hasMessageContaining("class 'cat' of numbers has 3 of the 5 training samples that fold 1 of 5");
    }
}
