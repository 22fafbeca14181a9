package dev.stoker.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.SampleSource;
import dev.stoker.datasets.internal.image.InMemoryImageSplit;
import dev.stoker.image.transform.PaddingMode;
import dev.stoker.image.transform.RandomCropAndFlip;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AugmentationSettingsTest {
    private static final int SIZE = 200;
    private static final AugmentationSettings ALTERNATING =
            new AugmentationSettings(AugmentationSettings.FlipMode.ALTERNATING, OptionalInt.of(0), PaddingMode.REFLECT);

    /** Images of two pixels, dark on the left and bright on the right; the label is the number of the image. */
    private record Pairs() implements SampleSource {
        @Override
        public int size() {
            return SIZE;
        }

        @Override
        public Shape shape() {
            return new Shape(1, 2, 1);
        }

        @Override
        public int label(int index) {
            return index;
        }

        @Override
        public MemorySegment sample(int index) {
            var sample = Arena.ofAuto().allocate(2);
            sample.set(ValueLayout.JAVA_BYTE, 1, (byte) 1);
            return sample;
        }
    }

    private static BatchFeed feed(AugmentationSettings augmentation, Seed seed, int workers, DataState state) {
        return new InMemoryImageSplit(new Pairs(), new RandomCropAndFlip(new Shape(1, 2, 1), 0, false))
                .trainingRows(augmentation, seed)
                .withElements(samples -> samples.shuffle(new Seed(9)))
                .batch(30)
                .repeat(4)
                .open(PipelineResources.workers(workers), BatchMemoryAllocator.host(), state);
    }

    /** Which images are flipped in each epoch, by their number; the first epochs are empty where a state is beyond them. */
    private static List<boolean[]> flips(BatchFeed open, int batchesBefore) {
        var epochs = new ArrayList<boolean[]>();
        for (int i = 0; i < 4; i++) {
            epochs.add(new boolean[SIZE]);
        }
        int batches = batchesBefore;
        try (var feed = open) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    for (int row = 0; row < batch.size(); row++) {
                        int image = (int) batch.labels().getAtIndex(ValueLayout.JAVA_LONG, row);
                        epochs.get(batches / 7)[image] = batch.rows().get(ValueLayout.JAVA_BYTE, 2L * row) == 1;
                    }
                }
                batches++;
            }
        }
        return epochs;
    }

    @Test
    void everyImageIsFlippedInEveryOtherEpoch() {
        var epochs = flips(feed(ALTERNATING, new Seed(1), 1, DataState.START), 0);
        int flipped = 0;
        for (int i = 0; i < SIZE; i++) {
            boolean first = epochs.get(0)[i];
            assertThat(epochs.get(1)[i]).isEqualTo(!first);
            assertThat(epochs.get(2)[i]).isEqualTo(first);
            assertThat(epochs.get(3)[i]).isEqualTo(!first);
            flipped += first ? 1 : 0;
        }
        assertThat(flipped).as("about half in the first epoch").isBetween(70, 130);
        var other = flips(feed(ALTERNATING, new Seed(2), 1, DataState.START), 0);
        assertThat(other.getFirst()).as("another seed").isNotEqualTo(epochs.getFirst());
    }

    @Test
    void aFeedThatIsResumedWithOtherWorkersFlipsTheSame() {
        var whole = flips(feed(ALTERNATING, new Seed(1), 1, DataState.START), 0);
        DataState state;
        try (var feed = feed(ALTERNATING, new Seed(1), 2, DataState.START)) {
            for (int i = 0; i < 10; i++) {
                feed.next().close();
            }
            state = feed.state();
        }
        var rest = flips(feed(ALTERNATING, new Seed(1), 3, state), 10);
        assertThat(rest.get(2)).containsExactly(whole.get(2));
        assertThat(rest.get(3)).containsExactly(whole.get(3));
    }

    @Test
    void randomFlipsDifferInEveryEpochAndNoneDisablesThem() {
        var random =
                new AugmentationSettings(AugmentationSettings.FlipMode.RANDOM, OptionalInt.of(0), PaddingMode.BLACK);
        var epochs = flips(feed(random, new Seed(1), 1, DataState.START), 0);
        int same = 0;
        for (int i = 0; i < SIZE; i++) {
            same += epochs.get(0)[i] == epochs.get(1)[i] ? 1 : 0;
        }
        assertThat(same).isBetween(70, 130);
        for (var flip : List.of(
                AugmentationSettings.FlipMode.NONE,
                AugmentationSettings.FlipMode.AUTO)) { // the dataset is not flipped by default
            var still = new AugmentationSettings(flip, OptionalInt.of(0), PaddingMode.BLACK);
            assertThat(flips(feed(still, new Seed(1), 1, DataState.START), 0))
                    .allSatisfy(epoch -> assertThat(epoch).containsOnly(false));
        }
    }

    @Test
    void aShiftLargerThanTheImagesIsRefused() {
        var far = new AugmentationSettings(AugmentationSettings.FlipMode.AUTO, OptionalInt.of(28), PaddingMode.BLACK);
        try (var set = Datasets.open(Datasets.BUILT_IN, 28)) {
            assertThatThrownBy(() -> set.training().trainingRows(far, new Seed(1)))
                    .isInstanceOf(StokerException.class)
                    .hasMessage(
                            "shift must be less than the height and width of the images, which are 28×28×1, got 28");
        }
    }
}
