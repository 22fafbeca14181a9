package dev.stoker.datasets.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.image.jpeg.TiledJpegCropper;
import dev.stoker.image.jpeg.TiledJpegRewriter;
import dev.stoker.image.transform.DownscaleLimit;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CropReadyPreparationTest {
    @TempDir
    Path folder;

    private TestImageFolder images;
    private Path set;

    @BeforeEach
    void names() {
        images = new TestImageFolder(folder.resolve("images"));
        set = folder.resolve("set");
    }

    private PreparationFixture prepared(CropReadyMode readiness) {
        return PreparationFixture.settings(images.root(), set).with("cropReady", readiness);
    }

    private void large(int count) {
        for (int i = 0; i < count; i++) {
            images.write("cat/%03d.jpg".formatted(i), TestImageFolder.image("jpg", 300 + i, 200, i));
        }
    }

    private List<StoredImage> stored() {
        return Stream.of("train", "validation")
                .flatMap(part -> StoredImage.of(set, part).stream())
                .toList();
    }

    private static boolean isCropReady(StoredImage image) {
        return new TiledJpegCropper().open(MemorySegment.ofArray(image.encoded()));
    }

    private static int[] pixels(byte[] encoded) throws IOException {
        var image = ImageIO.read(new ByteArrayInputStream(encoded));
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }

    @Test
    void jpegsBecomeCropReadyWithTheSamePixelsAndOtherFormatsAreUnchanged() throws IOException {
        large(12);
        images.with("dog", 10);
        var result = prepared(CropReadyMode.ON).run();
        assertThat(result.cropReady()).isEqualTo(12 + 5);
        for (var image : stored()) {
            byte[] before = Files.readAllBytes(images.root().resolve(image.filename()));
            assertThat(isCropReady(image))
                    .as(image.filename())
                    .isEqualTo(image.format().equals("jpeg"));
            assertThat(pixels(image.encoded())).as(image.filename()).isEqualTo(pixels(before));
        }
        assertThat(set.resolve("manifest.json")).content().contains("crop_ready=17");
    }

    @Test
    void byDefaultItIsDoneIfImagesHardlyGrow() {
        large(8);
        assertThat(prepared(CropReadyMode.AUTO).run().cropReady()).isEqualTo(8);
    }

    /** In images of one color with optimal Huffman codes, restart markers take most of the bytes. */
    @Test
    void byDefaultItIsSkippedIfFilesGrowTooMuch() {
        for (int i = 0; i < 5; i++) {
            byte[] flat = TestImageFolder.encoded("jpg", new BufferedImage(640, 400 + i, BufferedImage.TYPE_INT_RGB));
            var lines = (TiledJpegRewriter.Result.Rewritten) TiledJpegRewriter.rewrite(flat, 10_000);
            images.write("cat/%d.jpg".formatted(i), lines.bytes());
        }
        var result = prepared(CropReadyMode.AUTO).run();
        assertThat(result.cropReady()).isZero();
        assertThat(set.resolve("manifest.json")).content().contains("crop-ready=false");
    }

    @Test
    void downscaledImagesBecomeCropReadyToo() {
        large(6);
        prepared(CropReadyMode.ON)
                .with("downscaleLimit", new DownscaleLimit(100, Integer.MAX_VALUE))
                .run();
        assertThat(stored()).hasSize(6).allMatch(CropReadyPreparationTest::isCropReady);
    }

    @Test
    void aStoppedAndResumedPreparationGivesTheSameDataset() {
        large(40);
        prepared(CropReadyMode.AUTO).run();
        Map<String, String> whole = PreparationFixture.content(set);
        var again = prepared(CropReadyMode.AUTO).with("overwrite", true);
        var images = new AtomicInteger();
        assertThat(again.run(() -> images.incrementAndGet() > 25)).isEmpty();
        var result = again.run();
        assertThat(result.cropReady()).isEqualTo(40);
        assertThat(PreparationFixture.content(set)).isEqualTo(whole);
    }
}
