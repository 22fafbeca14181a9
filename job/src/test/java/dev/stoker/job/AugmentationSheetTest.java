package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.Datasets;
import dev.stoker.job.plan.Plan;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AugmentationSheetTest {
    private static final Path DATA = TestImageFiles.of(64, 30);
    private static final Pattern IMAGE = Pattern.compile("data:image/png;base64,([A-Za-z0-9+/=]+)");

    @TempDir
    Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder, List.of("size=24", "device=cpu"), settings);
    }

    private Path sheet() {
        return folder.resolve("sheet.html");
    }

    /** The images of the page, row by row: the original, then its variants. */
    private List<BufferedImage> images() throws IOException {
        var images = new ArrayList<BufferedImage>();
        var found = IMAGE.matcher(Files.readString(sheet()));
        while (found.find()) {
            images.add(ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(found.group(1)))));
        }
        return images;
    }

    private static boolean isSame(BufferedImage one, BufferedImage other) {
        for (int i = 0; i < one.getWidth() * one.getHeight(); i++) {
            int x = i % one.getWidth();
            int y = i / one.getWidth();
            if (one.getRGB(x, y) != other.getRGB(x, y)) {
                return false;
            }
        }
        return true;
    }

    @Test
    void originalsAreBesideVariantsThatDifferAndThePageNeedsNothingElse() throws IOException {
        var written = AugmentationSheet.write(plan("size=24x32", "trivial-augment=true"), 4, 3, sheet());
        assertThat(written).isEqualTo(new AugmentationSheet(sheet(), 4, 3));
        var images = images();
        assertThat(images).hasSize(4 * (1 + 3)).allSatisfy(image -> {
            assertThat(image.getWidth()).isEqualTo(32);
            assertThat(image.getHeight()).isEqualTo(24);
        });
        for (int row = 0; row < 4; row++) {
            assertThat(isSame(images.get(4 * row + 1), images.get(4 * row + 2))).isFalse();
        }
        assertThat(Files.readString(sheet()))
                .contains("--trivial-augment true", "--size 24x32", "TrivialAugment[strength=1.0]", "warm", "cold")
                .doesNotContain("<script", "http://", "https://");
        assertThat(folder).isDirectoryNotContaining(Files::isDirectory);
    }

    @Test
    void withoutAugmentationAllVariantsAreTheOriginal() throws IOException {
        var still = TestRuns.with(
                Plan.DEFAULTS, "data=" + Datasets.BUILT_IN, "runs=" + folder, "flip=none", "shift=0", "device=cpu");
        AugmentationSheet.write(still, 10, 2, sheet());
        var images = images();
        assertThat(images).hasSize(30);
        for (int i = 0; i < images.size(); i++) {
            assertThat(isSame(images.get(i), images.get(i / 3 * 3))).isTrue();
        }
    }

    /** With two images, each is mixed with the other. */
    @Test
    void mixupShowsBothImages() throws IOException {
        var still = TestRuns.with(
                Plan.DEFAULTS, "data=" + Datasets.BUILT_IN, "runs=" + folder, "flip=none", "shift=0", "device=cpu");
        AugmentationSheet.write(still.with("mixup", "1"), 2, 1, sheet());
        var images = images();
        var one = images.get(0);
        var other = images.get(2);
        for (int i = 0; i < 28 * 28; i++) {
            int sum = gray(one, i) + gray(other, i);
            assertThat(gray(images.get(1), i) + gray(images.get(3), i)).isBetween(sum - 1, sum + 1);
        }
        assertThat(isSame(images.get(1), one)).isFalse();
        assertThat(Files.readString(sheet())).contains("mixup=1.0");
    }

    private static int gray(BufferedImage image, int place) {
        return image.getRaster().getSample(place % 28, place / 28, 0);
    }

    @Test
    void whatCannotBeShownIsRefused() {
        assertThatThrownBy(() -> AugmentationSheet.write(plan(), 0, 3, sheet()))
                .isInstanceOf(StokerException.class)
                .hasMessage("samples must be 1 to 64, got 0");
        assertThatThrownBy(() -> AugmentationSheet.write(plan(), 3, 65, sheet()))
                .isInstanceOf(StokerException.class)
                .hasMessage("variants must be 1 to 64, got 65");
    }
}
