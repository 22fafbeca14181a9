package dev.stoker.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Rows;
import dev.stoker.image.transform.CenterCrop;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.PaddingMode;
import dev.stoker.image.transform.ParameterRange;
import dev.stoker.image.transform.ResizeShorterSide;
import dev.stoker.image.transform.ResizeToCover;
import dev.stoker.image.transform.TransformChain;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncodedImageSettingsTest {
    @TempDir
    Path folder;

    /** 60 wide and 40 high: red on the left half, blue on the right. */
    @BeforeEach
    void writeImages() throws IOException {
        var image = new BufferedImage(60, 40, BufferedImage.TYPE_INT_RGB);
        var graphics = image.createGraphics();
        graphics.setColor(Color.RED);
        graphics.fillRect(0, 0, 30, 40);
        graphics.setColor(Color.BLUE);
        graphics.fillRect(30, 0, 30, 40);
        graphics.dispose();
        for (String place : new String[] {"train/one", "train/other", "val/one", "val/other"}) {
            Files.createDirectories(folder.resolve(place));
            ImageIO.write(image, "png", folder.resolve(place + "/image.png").toFile());
        }
    }

    private ImageDataset open(EncodedImageSettings images) {
        return Datasets.open(
                folder.toString(),
                new ImageSourceSettings(
                        images,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        LabelFormat.CLASS));
    }

    private static byte[] first(Rows<?> rows) {
        try (var feed = rows.batch(1).open(PipelineResources.workers(1), BatchMemoryAllocator.host());
                var batch = feed.next()) {
            return batch.rows().toArray(ValueLayout.JAVA_BYTE);
        }
    }

    private static EncodedImageSettings settings(int height, int width, int channels, double crop) {
        return new EncodedImageSettings(new Shape(height, width, channels), crop, Optional.empty());
    }

    @Test
    void theDefaultsAreTheCommonEvaluation() {
        for (int side : new int[] {8, 28, 97, 128, 224, 288}) {
            assertThat(EncodedImageSettings.of(side).evaluation()).isEqualTo(TransformChain.evaluate(side));
        }
    }

    @Test
    void cropAndInterpolationAreThoseAskedFor() {
        var asked = new EncodedImageSettings(new Shape(224, 224, 3), 0.95, Optional.of(Interpolation.CUBIC));
        assertThat(asked.evaluation())
                .isEqualTo(TransformChain.of(new ResizeShorterSide(235, Interpolation.CUBIC), new CenterCrop(224)));
        assertThat(asked.trainingInterpolation()).isEqualTo(Interpolation.CUBIC);
        assertThat(settings(224, 320, 3, 1).evaluation())
                .isEqualTo(
                        TransformChain.of(new ResizeToCover(224, 320, Interpolation.AREA), new CenterCrop(224, 320)));
        assertThatThrownBy(() -> settings(8, 8, 3, 0))
                .hasMessage("the share of the center crop must be above 0 and at most 1, got 0.0");
    }

    /** An image of the same aspect ratio is seen whole: red on the left, blue on the right. */
    @Test
    void imagesThatAreNotSquareKeepTheirAspectRatio() {
        try (var set = open(settings(20, 30, 3, 1))) {
            assertThat(set.shape()).isEqualTo(new Shape(20, 30, 3));
            var row = first(set.training().evaluationRows());
            assertThat(row).hasSize(20 * 30 * 3);
            for (int y = 0; y < 20; y++) {
                for (int x = 0; x < 30; x++) {
                    int at = (y * 30 + x) * 3;
                    assertThat(row[at]).as("red at %d, %d", y, x).isEqualTo((byte) (x < 15 ? 255 : 0));
                }
            }
            assertThat(first(set.training().trainingRows(new Seed(1)))).hasSize(20 * 30 * 3);
        }
    }

    @Test
    void oneChannelIsTheLuma() {
        try (var set = open(settings(20, 20, 1, 1))) {
            var row = first(set.training().evaluationRows());
            assertThat(row).hasSize(20 * 20);
            assertThat(Byte.toUnsignedInt(row[0])).isCloseTo(76, within(2));
            assertThat(Byte.toUnsignedInt(row[19])).isCloseTo(29, within(2));
            assertThat(set.normalization()).isEqualTo(Normalization.IMAGENET_GRAY);
            assertThat(set.training().deviceRoutes()).isInstanceOf(DeviceRoutes.None.class);
            var gray = AugmentationSettings.DEFAULTS.with(new TransformSettings(0, 0, 0, 0, 0.1, 0, 0, 0));
            assertThatThrownBy(() -> set.training().trainingRows(gray, new Seed(1)))
                    .isInstanceOf(StokerException.class)
                    .hasMessageStartingWith("saturation, hue and grayscale are for color images");
        }
    }

    /** Half of the pixels are red and half blue, in every image. */
    @Test
    void meanAndDeviationAreMeasured() {
        try (var set = open(settings(20, 30, 3, 1))) {
            var found = Normalization.measured(set.training(), set.shape(), new Seed(1), 0);
            assertThat(found.mean().get(0)).isCloseTo(0.5, within(0.01));
            assertThat(found.mean().get(1)).isZero();
            assertThat(found.standardDeviation().get(2)).isCloseTo(0.5, within(0.01));
        }
    }

    @Test
    void theAspectRatioOfCropsIsTheOneAskedFor() {
        var asked = new AugmentationSettings(
                AugmentationSettings.FlipMode.NONE,
                OptionalInt.empty(),
                PaddingMode.BLACK,
                0.45,
                new ParameterRange(2.9, 3),
                1,
                OptionalInt.empty(),
                TransformSettings.NONE);
        try (var set = open(EncodedImageSettings.of(12));
                var pixels = Datasets.open(Datasets.BUILT_IN, 28)) {
            assertThat(set.training().transforms(asked))
                    .containsExactly("RandomResizedCrop[height=12, width=12, area=ParameterRange[from=0.45, to=1.0],"
                            + " ratio=ParameterRange[from=2.9, to=3.0], interpolation=LINEAR]");
            assertThatThrownBy(() -> pixels.training().trainingRows(asked, new Seed(1)))
                    .isInstanceOf(StokerException.class)
                    .hasMessageStartingWith("crop-area is for encoded images;");
        }
    }
}
