package dev.stoker.datasets.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CifarPngStripsTest {
    private static final int IMAGES = 10_000;
    private static final int RECORD = 3073;

    @TempDir
    Path folder;

    private void strip(String name, int width, int height) throws IOException {
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            int row = y;
            var colors = IntStream.range(0, width).map(x -> color(x, row)).toArray();
            image.setRGB(0, y, width, 1, colors, 0, width);
        }
        ImageIO.write(image, "png", folder.resolve(name).toFile());
    }

    private static int color(int x, int y) {
        return (x & 0xff) << 16 | (y & 0xff) << 8 | (x >> 8);
    }

    private void labels(String name, int count) throws IOException {
        Files.writeString(
                folder.resolve(name),
                IntStream.range(0, count)
                        .mapToObj(i -> Integer.toString(i / IMAGES + i % 5))
                        .collect(Collectors.joining(",", "[", "]")));
    }

    private CifarPngStrips strips(String batch) throws OriginException {
        return CifarPngStrips.of(FileTree.of(List.of(folder)), batch).orElseThrow();
    }

    @Test
    void aStripBecomesABatchOfLabelsAndPlanes() throws Exception {
        strip("data_batch_3.png", 1024, IMAGES);
        labels("train_lables.json", 5 * IMAGES);
        byte[] batch = strips("data_batch_3.bin").batch().readAllBytes();
        assertThat(batch).hasSize(IMAGES * RECORD);
        for (int image : new int[] {0, 1, 777, 9_999}) {
            int start = image * RECORD;
            assertThat(batch[start]).isEqualTo((byte) (2 + image % 5));
            for (int pixel : new int[] {0, 31, 300, 1023}) {
                assertThat(batch[start + 1 + pixel]).isEqualTo((byte) pixel);
                assertThat(batch[start + 1 + 1024 + pixel]).isEqualTo((byte) image);
                assertThat(batch[start + 1 + 2048 + pixel]).isEqualTo((byte) (pixel >> 8));
            }
        }
    }

    @Test
    void withoutStripsOrLabelsNothingIsRebuilt() throws Exception {
        var tree = FileTree.of(List.of(folder));
        assertThat(CifarPngStrips.of(tree, "test_batch.bin")).isEmpty();
        strip("test_batch.png", 2, 2);
        assertThat(CifarPngStrips.of(FileTree.of(List.of(folder)), "test_batch.bin"))
                .isEmpty();
        labels("test_lables.json", IMAGES);
        assertThat(CifarPngStrips.of(FileTree.of(List.of(folder)), "test_batch.bin"))
                .isPresent();
        assertThat(CifarPngStrips.of(FileTree.of(List.of(folder)), "train.bin")).isEmpty();
    }

    @Test
    void aStripOfAnotherShapeIsNamed() throws Exception {
        strip("test_batch.png", 1000, 20);
        labels("test_lables.json", IMAGES);
        assertThatThrownBy(() -> strips("test_batch.bin").batch())
                .isInstanceOf(IOException.class)
                .hasMessage("test_batch.png is not a strip of 1024×10000 pixels");
        Files.writeString(folder.resolve("test_batch.png"), "no image");
        assertThatThrownBy(() -> strips("test_batch.bin").batch()).isInstanceOf(IOException.class);
    }

    @Test
    void tooFewOrInvalidLabelsAreNamed() throws Exception {
        strip("test_batch.png", 2, 2);
        labels("test_lables.json", 20);
        assertThatThrownBy(() -> strips("test_batch.bin").batch()).hasMessage("20 labels are too few for image 10000");
        Files.writeString(folder.resolve("test_lables.json"), "[1,2,\"cat\"]");
        assertThatThrownBy(() -> strips("test_batch.bin").batch()).hasMessage("test_lables.json: label 2 is '\"cat\"'");
    }
}
