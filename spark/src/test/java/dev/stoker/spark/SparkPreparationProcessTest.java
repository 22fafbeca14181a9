package dev.stoker.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shards that tasks of Spark write, each in a process. */
class SparkPreparationProcessTest {
    private static final int IMAGES = 40;

    @TempDir
    Path folder;

    @BeforeEach
    void writeImages() throws IOException {
        var random = new Random(7);
        for (int i = 0; i < IMAGES; i++) {
            var image = new BufferedImage(24, 24, BufferedImage.TYPE_INT_RGB);
            image.setRGB(0, 0, 24, 24, random.ints(24 * 24).toArray(), 0, 24);
            Path file = folder.resolve("images")
                    .resolve(i % 2 == 0 ? "even" : "odd")
                    .resolve(i + ".png");
            Files.createDirectories(file.getParent());
            ImageIO.write(image, "png", file.toFile());
        }
    }

    private SparkStoker prepare(String destination, String... flags) {
        var words =
                new ArrayList<>(List.of("prepare", "images", destination, "--shard-size", "40kB", "--json", "--quiet"));
        words.addAll(List.of(flags));
        return SparkStoker.start(folder, words.toArray(String[]::new));
    }

    private static SparkStoker.Ended successful(SparkStoker process) {
        var ended = process.ended();
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        return ended;
    }

    /** By name; the manifest without the command. */
    private static Map<String, String> content(Path dataset) throws IOException {
        var content = new TreeMap<String, String>();
        try (var files = Files.list(dataset)) {
            for (Path file : files.toList()) {
                String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                content.put(file.getFileName().toString(), text.replaceAll("\"command\": .*", ""));
            }
        }
        return content;
    }

    @Test
    void sparkWritesTheSameShardsAndDoesNotRepeatFinishedOnes() throws IOException {
        successful(prepare("here"));
        Path corrupt = Files.write(folder.resolve("images/odd/corrupt.png"), new byte[] {1, 2, 3});
        var failed = prepare("there", "--spark", "local[2]").ended();
        assertThat(failed.exitCode()).isEqualTo(2);
        assertThat(failed.err()).contains("corrupt.png").hasLineCount(1);
        assertThat(folder.resolve("there")).doesNotExist();

        Files.delete(corrupt);
        successful(prepare("there", "--spark", "local[2]", "--overwrite"));

        assertThat(content(folder.resolve("there"))).isEqualTo(content(folder.resolve("here")));
        assertThat(folder.resolve("there.partial")).doesNotExist();
    }
}
