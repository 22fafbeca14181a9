package dev.stoker.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Rows;
import dev.stoker.data.SampleSource;
import dev.stoker.datasets.internal.image.InMemoryImageSplit;
import dev.stoker.image.transform.PaddingMode;
import dev.stoker.image.transform.RandomCropAndFlip;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransformSettingsTest {
    private static final int SIDE = 20;
    private static final int IMAGES = 40;

    /** Images of one color, the same all over. */
    private record Plain(int channels) implements SampleSource {
        @Override
        public int size() {
            return IMAGES;
        }

        @Override
        public Shape shape() {
            return new Shape(SIDE, SIDE, channels);
        }

        @Override
        public int label(int index) {
            return 0;
        }

        @Override
        public MemorySegment sample(int index) {
            var pixels = Arena.ofAuto().allocate(shape().bytes());
            for (int i = 0; i < pixels.byteSize(); i++) {
                pixels.set(ValueLayout.JAVA_BYTE, i, (byte) (60 + 40 * (i % channels)));
            }
            return pixels;
        }
    }

    private static DatasetSplit part(int channels) {
        return new InMemoryImageSplit(
                new Plain(channels), new RandomCropAndFlip(new Shape(SIDE, SIDE, channels), 0, false));
    }

    private static AugmentationSettings settings(TransformSettings transforms, double strength, OptionalInt side) {
        return new AugmentationSettings(
                AugmentationSettings.FlipMode.NONE,
                OptionalInt.empty(),
                PaddingMode.BLACK,
                AugmentationSettings.MIN_AREA,
                strength,
                side,
                transforms);
    }

    private static byte[] pixels(Rows<?> rows, int count) {
        try (var feed = rows.batch(count).open(PipelineResources.workers(2), BatchMemoryAllocator.host());
                var batch = feed.next()) {
            return batch.rows().toArray(ValueLayout.JAVA_BYTE);
        }
    }

    private static byte[] pixels(int channels, TransformSettings transforms, double strength) {
        return pixels(
                part(channels).trainingRows(settings(transforms, strength, OptionalInt.empty()), new Seed(5)), IMAGES);
    }

    private static int blacked(byte[] row, int channels) {
        int black = 0;
        for (int i = 0; i < row.length; i += channels) {
            black += row[i] == 0 ? 1 : 0;
        }
        return black;
    }

    private static TransformSettings cutout(int side) {
        return new TransformSettings(0, 0, 0, 0, 0, 0, 0, side);
    }

    @Test
    void nothingIsTransformedByDefault() {
        assertThat(pixels(3, TransformSettings.NONE, 1)).isEqualTo(pixels(part(3).evaluationRows(), IMAGES));
    }

    @Test
    void cutoutBlackensASquareInEveryImage() {
        var rows = pixels(3, cutout(6), 1);
        int whole = 0;
        for (int i = 0; i < IMAGES; i++) {
            int black = blacked(Arrays.copyOfRange(rows, i * SIDE * SIDE * 3, (i + 1) * SIDE * SIDE * 3), 3);
            assertThat(black).isBetween(9, 36); // a corner of the image takes a quarter of it at most
            whole += black == 36 ? 1 : 0;
        }
        assertThat(whole).isPositive();
        assertThat(pixels(3, cutout(6), 1)).as("by the seed alone").isEqualTo(rows);
    }

    @Test
    void strengthScalesTheTransforms() {
        var half = pixels(3, cutout(8), 0.5);
        int most = 0;
        for (int i = 0; i < IMAGES; i++) {
            most = Math.max(most, blacked(Arrays.copyOfRange(half, i * SIDE * SIDE * 3, (i + 1) * SIDE * SIDE * 3), 3));
        }
        assertThat(most).isEqualTo(16);
        var everything = new TransformSettings(30, 0.5, 0.5, 0.5, 0.2, 0.5, 0.5, 8);
        assertThat(pixels(3, everything, 0)).isEqualTo(pixels(part(3).evaluationRows(), IMAGES));
    }

    /** A square keeps its share of the image where a phase trains on smaller ones. */
    @Test
    void theCutoutScalesWithTheImages() {
        var asked = settings(cutout(8), 1, OptionalInt.of(10));
        var rows = pixels(part(3).trainingRows(asked, new Seed(5)), IMAGES);
        assertThat(rows).hasSize(IMAGES * 10 * 10 * 3);
        int most = 0;
        for (int i = 0; i < IMAGES; i++) {
            most = Math.max(most, blacked(Arrays.copyOfRange(rows, i * 300, (i + 1) * 300), 3));
        }
        assertThat(most).isEqualTo(16);
    }

    @Test
    void someImagesBecomeGrayscale() {
        var rows = pixels(3, new TransformSettings(0, 0, 0, 0, 0, 0.5, 0, 0), 1);
        int gray = 0;
        for (int i = 0; i < IMAGES; i++) {
            int first = i * SIDE * SIDE * 3;
            gray += rows[first] == rows[first + 1] && rows[first] == rows[first + 2] ? 1 : 0;
        }
        assertThat(gray).isBetween(10, 30);
    }

    @Test
    void grayImagesHaveNoColorsToChange() {
        assertThat(pixels(1, new TransformSettings(0, 0.5, 0, 0, 0, 0, 0, 0), 1))
                .isNotEqualTo(pixels(1, TransformSettings.NONE, 1));
        assertThatThrownBy(() -> pixels(1, new TransformSettings(0, 0, 0, 0, 0.1, 0, 0, 0), 1))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("saturation, hue and grayscale are for color images, and these are grayscale;");
    }

    @Test
    void valuesOutsideTheRangeOfATransformAreRefused() {
        assertThatThrownBy(() -> new TransformSettings(200, 0, 0, 0, 0, 0, 0, 0))
                .hasMessageContaining("degrees must be between");
        assertThatThrownBy(() -> new TransformSettings(0, 0, 0, 0, 0, 2, 0, 0))
                .hasMessageContaining("a probability must be");
    }

    @Test
    void encodedImagesAreTransformedToo(@TempDir Path folder) throws IOException {
        for (String place : new String[] {"train/red", "val/red", "train/blue", "val/blue"}) {
            var image = new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB);
            var graphics = image.createGraphics();
            graphics.setColor(place.endsWith("red") ? Color.RED : Color.BLUE);
            graphics.fillRect(0, 0, 40, 30);
            graphics.dispose();
            Files.createDirectories(folder.resolve(place));
            ImageIO.write(image, "png", folder.resolve(place + "/one.png").toFile());
        }
        try (var set = Datasets.open(folder.toString(), SIDE)) {
            var plain = pixels(set.training().trainingRows(new Seed(1)), 2);
            var gray = new TransformSettings(0, 0, 0, 0, 0, 1, 0, 4);
            var transformed =
                    pixels(set.training().trainingRows(AugmentationSettings.DEFAULTS.with(gray), new Seed(1)), 2);
            assertThat(blacked(plain, 1)).as("two of three colors are black").isEqualTo(2 * SIDE * SIDE * 2);
            assertThat(blacked(transformed, 1) / 3).isBetween(2 * 4, 2 * 16);
        }
    }
}
