package dev.stoker.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.DataState;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.AugmentationSettings.FlipMode;
import dev.stoker.image.transform.PaddingMode;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flips of image files, each a class of its own, black on the left and white on the right. */
class EncodedFlipTest {
    private static final int IMAGES = 40;
    private static final int SIDE = 8;
    private static final int BATCH = 10;

    @TempDir
    Path folder;

    @BeforeEach
    void writeImages() throws IOException {
        var image = new BufferedImage(16, 16, BufferedImage.TYPE_INT_RGB);
        var graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(8, 0, 8, 16);
        graphics.dispose();
        for (int i = 0; i < IMAGES; i++) {
            for (String split : List.of("train", "val")) {
                var place = folder.resolve("%s/class%02d".formatted(split, i));
                Files.createDirectories(place);
                ImageIO.write(image, "png", place.resolve("one.png").toFile());
            }
        }
    }

    /** Whole images at any strength, so that nothing but the flip differs. */
    private static AugmentationSettings settings(FlipMode flip, double strength) {
        return new AugmentationSettings(
                flip, OptionalInt.empty(), PaddingMode.BLACK, 1, strength, OptionalInt.empty(), TransformSettings.NONE);
    }

    /** Which images are flipped, epoch by epoch from the state on. */
    private List<boolean[]> flips(FlipMode flip, double strength, int workers, DataState state) {
        var epochs = new ArrayList<boolean[]>();
        try (var set = Datasets.open(folder.toString(), SIDE);
                var feed = set.training()
                        .trainingRows(settings(flip, strength), new Seed(1))
                        .withElements(images -> images.shuffle(new Seed(9)))
                        .batch(BATCH)
                        .repeat(3)
                        .open(PipelineResources.workers(workers), BatchMemoryAllocator.host(), state)) {
            while (feed.hasNext()) {
                var epoch = new boolean[IMAGES];
                for (int i = 0; i < IMAGES / BATCH; i++) {
                    try (var batch = feed.next()) {
                        for (int row = 0; row < batch.size(); row++) {
                            int image = (int) batch.labels().getAtIndex(ValueLayout.JAVA_LONG, row);
                            epoch[image] = batch.rows().get(ValueLayout.JAVA_BYTE, (long) row * SIDE * SIDE * 3) != 0;
                        }
                    }
                }
                epochs.add(epoch);
            }
        }
        return epochs;
    }

    private static long count(boolean[] flips) {
        return IntStream.range(0, flips.length).filter(i -> flips[i]).count();
    }

    @Test
    void noneFlipsNothing() {
        assertThat(flips(FlipMode.NONE, 1, 2, DataState.START))
                .allSatisfy(epoch -> assertThat(epoch).containsOnly(false));
    }

    @Test
    void randomIsTheDefaultAndDiffersFromEpochToEpoch() {
        var epochs = flips(FlipMode.RANDOM, 1, 2, DataState.START);
        assertThat(count(epochs.getFirst())).isBetween(10L, 30L);
        assertThat(epochs.get(1)).isNotEqualTo(epochs.getFirst());
        assertThat(flips(FlipMode.AUTO, 1, 1, DataState.START))
                .usingRecursiveComparison()
                .isEqualTo(epochs);
    }

    @Test
    void alternatingFlipsEveryImageInEveryOtherEpochAtAnyStrength() {
        for (double strength : new double[] {1, 0.3}) {
            var epochs = flips(FlipMode.ALTERNATING, strength, 2, DataState.START);
            assertThat(count(epochs.getFirst())).isBetween(10L, 30L);
            for (int i = 0; i < IMAGES; i++) {
                assertThat(epochs.get(1)[i]).isNotEqualTo(epochs.get(0)[i]);
                assertThat(epochs.get(2)[i]).isEqualTo(epochs.get(0)[i]);
            }
        }
    }

    @Test
    void aFeedThatIsResumedWithOtherWorkersFlipsTheSame() {
        DataState state;
        try (var set = Datasets.open(folder.toString(), SIDE);
                var feed = set.training()
                        .trainingRows(settings(FlipMode.ALTERNATING, 1), new Seed(1))
                        .withElements(images -> images.shuffle(new Seed(9)))
                        .batch(BATCH)
                        .repeat(3)
                        .open(PipelineResources.workers(2), BatchMemoryAllocator.host())) {
            for (int i = 0; i < IMAGES / BATCH; i++) {
                feed.next().close();
            }
            state = feed.state();
        }
        var whole = flips(FlipMode.ALTERNATING, 1, 1, DataState.START);
        assertThat(flips(FlipMode.ALTERNATING, 1, 3, state))
                .usingRecursiveComparison()
                .isEqualTo(whole.subList(1, 3));
    }

    @Test
    void shiftsAreRefusedWithTheKeyThatEncodedImagesHave() {
        var shifted = new AugmentationSettings(FlipMode.AUTO, OptionalInt.of(2), PaddingMode.BLACK);
        try (var set = Datasets.open(folder.toString(), SIDE)) {
            assertThatThrownBy(() -> set.training().trainingRows(shifted, new Seed(1)))
                    .isInstanceOf(StokerException.class)
                    .hasMessage(
                            "shift and edge are for small images that are stored as pixels, such as cifar10; encoded"
                                    + " images get a random resized crop: remove them, or use crop-area");
        }
    }
}
