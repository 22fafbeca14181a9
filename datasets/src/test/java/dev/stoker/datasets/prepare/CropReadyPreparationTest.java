package dev.stoker.datasets.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.image.Shrinking;
import dev.stoker.image.jpeg.CropReady;
import dev.stoker.image.jpeg.TileCut;
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

    private PictureFolder pictures;
    private Path set;

    @BeforeEach
    void names() {
        pictures = new PictureFolder(folder.resolve("pictures"));
        set = folder.resolve("set");
    }

    private Prepared prepared(CropReadiness readiness) {
        return Prepared.settings(pictures.root(), set).with("cropReady", readiness);
    }

    private void large(int count) {
        for (int i = 0; i < count; i++) {
            pictures.write("cat/%03d.jpg".formatted(i), PictureFolder.picture("jpg", 300 + i, 200, i));
        }
    }

    private List<StoredPicture> stored() {
        return Stream.of("train", "validation")
                .flatMap(part -> StoredPicture.of(set, part).stream())
                .toList();
    }

    private static boolean isCropReady(StoredPicture picture) {
        return new TileCut().open(MemorySegment.ofArray(picture.encoded()));
    }

    private static int[] pixels(byte[] encoded) throws IOException {
        var image = ImageIO.read(new ByteArrayInputStream(encoded));
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }

    @Test
    void jpegsBecomeCropReadyAndKeepTheirPixelsAndOthersStayAsTheyAre() throws IOException {
        large(12);
        pictures.with("dog", 10);
        var result = prepared(CropReadiness.ON).run();
        assertThat(result.cropReady()).isEqualTo(12 + 5);
        for (var picture : stored()) {
            byte[] before = Files.readAllBytes(pictures.root().resolve(picture.filename()));
            assertThat(isCropReady(picture))
                    .as(picture.filename())
                    .isEqualTo(picture.format().equals("jpeg"));
            assertThat(pixels(picture.encoded())).as(picture.filename()).isEqualTo(pixels(before));
        }
        assertThat(set.resolve("manifest.json")).content().contains("crop_ready=17");
    }

    @Test
    void unaskedItIsDoneWherePicturesHardlyGrow() {
        large(8);
        assertThat(prepared(CropReadiness.AUTO).run().cropReady()).isEqualTo(8);
    }

    /** Of pictures that show nothing, with the best of codes already, markers are the most. */
    @Test
    void unaskedItIsLeftWhereItCostsTooMuch() {
        for (int i = 0; i < 5; i++) {
            byte[] flat = PictureFolder.encoded("jpg", new BufferedImage(640, 400 + i, BufferedImage.TYPE_INT_RGB));
            var lines = (CropReady.Result.Rewritten) CropReady.rewrite(flat, 10_000);
            pictures.write("cat/%d.jpg".formatted(i), lines.bytes());
        }
        var result = prepared(CropReadiness.AUTO).run();
        assertThat(result.cropReady()).isZero();
        assertThat(set.resolve("manifest.json")).content().contains("crop-ready=false");
    }

    @Test
    void whatIsMadeSmallerBecomesCropReadyToo() {
        large(6);
        prepared(CropReadiness.ON)
                .with("shrinking", new Shrinking(100, Integer.MAX_VALUE))
                .run();
        assertThat(stored()).hasSize(6).allMatch(CropReadyPreparationTest::isCropReady);
    }

    @Test
    void stoppedAndGoneOnWithItIsTheSameSet() {
        large(40);
        prepared(CropReadiness.AUTO).run();
        Map<String, String> whole = Prepared.content(set);
        var again = prepared(CropReadiness.AUTO).with("overwrite", true);
        var pictures = new AtomicInteger();
        assertThat(again.run(() -> pictures.incrementAndGet() > 25)).isEmpty();
        var result = again.run();
        assertThat(result.cropReady()).isEqualTo(40);
        assertThat(Prepared.content(set)).isEqualTo(whole);
    }
}
