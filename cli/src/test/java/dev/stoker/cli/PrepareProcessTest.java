package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrepareProcessTest {
    private static final String[] JOB = {"prepare", "../images", "set", "--shard-size", "300KB", "--workers", "1"};
    private static final int IMAGES = 60;

    @TempDir
    Path folder;

    private Path one;
    private Path other;

    /** Large enough that a run takes a while, smooth enough that the files are small. */
    @BeforeEach
    void makeImages() throws IOException {
        var image = new BufferedImage(1600, 1600, BufferedImage.TYPE_INT_RGB);
        var graphics = image.createGraphics();
        graphics.setPaint(new GradientPaint(0, 0, Color.RED, 1600, 900, Color.BLUE));
        graphics.fillRect(0, 0, 1600, 1600);
        graphics.dispose();
        Path cats = Files.createDirectories(folder.resolve("images/cat"));
        Path first = cats.resolve("0.jpg");
        ImageIO.write(image, "jpg", first.toFile());
        Path dogs = Files.createDirectories(folder.resolve("images/dog"));
        for (int i = 1; i < IMAGES; i++) {
            Files.copy(first, (i % 2 == 0 ? cats : dogs).resolve(i + ".jpg"));
        }
        one = Files.createDirectory(folder.resolve("one"));
        other = Files.createDirectory(folder.resolve("other"));
    }

    @Test
    void killedInTheMiddleItResumesAndEndsWithTheSameBytes() throws Exception {
        assertThat(StokerProcess.run(one, JOB).exitCode()).isZero();
        var killed = StokerProcess.start(other, List.of(), JOB);
        awaitFinishedShard(other.resolve("set.partial/done"));
        killed.process().destroyForcibly().waitFor();
        assertThat(other.resolve("set")).doesNotExist();
        var resumed = StokerProcess.run(other, JOB);
        assertThat(resumed.out()).contains("resuming: ").contains("records         60, ");
        var expected = content(one.resolve("set"));
        assertThat(expected).hasSizeGreaterThan(10);
        assertThat(content(other.resolve("set")).equals(expected)).isTrue(); // megabytes, not to be printed
        assertThat(other.resolve("set.partial")).doesNotExist();
    }

    @Test
    void anInterruptKeepsFinishedShardsAndExitsWith130() throws Exception {
        var stoker = StokerProcess.start(one, List.of(), JOB);
        awaitFinishedShard(one.resolve("set.partial/done"));
        stoker.signal("INT");
        var ended = stoker.ended();
        assertThat(ended.exitCode()).isEqualTo(130);
        assertThat(ended.out()).contains("stopped; finished shards are kept: the same command resumes");
        assertThat(content(one.resolve("set.partial/set")).keySet()).noneMatch(name -> name.endsWith(".partial"));
    }

    /** A limit on the size of files stands for the disk. */
    @Test
    void aFullDiskIsOneSentenceAndTheNextRunResumes() {
        var limited = StokerProcess.start(one, List.of("bash", "-c", "ulimit -f 200 && exec \"$@\"", "bash"), JOB)
                .ended();
        assertThat(limited.exitCode()).isEqualTo(2);
        assertThat(limited.err())
                .contains("cannot write")
                .contains("free some space")
                .hasLineCount(1);
        assertThat(StokerProcess.run(one, JOB).exitCode()).isZero();
    }

    @Test
    void addressesAreRefusedAsTheyWereGiven() {
        var written = StokerProcess.run(one, "prepare", "../images", "s3://bucket/set");
        assertThat(written.exitCode()).isEqualTo(2);
        assertThat(written.err())
                .contains("not s3://bucket/set: upload what it wrote")
                .hasLineCount(1);
        var listed = StokerProcess.run(one, "prepare", "http://127.0.0.1:9/images", "set");
        assertThat(listed.exitCode()).isEqualTo(2);
        assertThat(listed.err())
                .contains("http://127.0.0.1:9/images is on a web server, which lists no files")
                .hasLineCount(1);
    }

    @Test
    void theResultIsOneJsonObject() {
        var ended = StokerProcess.run(one, "prepare", "../images", "set", "--resize", "32", "--json", "--quiet");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out())
                .startsWith("{\"records\":60,\"classes\":2,\"shards\":2,\"bytes\":")
                .contains("\"skipped\":0,\"damaged\":0,\"duplicates\":0,\"seconds\":")
                .endsWith("\"dest\":\"set\"}\n");
        assertThat(one.resolve("set/manifest.json"))
                .content()
                .contains("\"command\": \"stoker prepare ../images set --resize 32 --json --quiet\"");
    }

    private static void awaitFinishedShard(Path notes) throws Exception {
        for (int i = 0; i < 3000; i++) {
            if (Files.isDirectory(notes)) {
                try (var files = Files.list(notes)) {
                    if (files.anyMatch(file -> file.toString().endsWith(".tfrecord"))) {
                        return;
                    }
                }
            }
            Thread.sleep(10);
        }
        throw new AssertionError("no shard was finished in " + notes);
    }

    private static Map<String, String> content(Path folder) throws IOException {
        var content = new TreeMap<String, String>();
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                // One character per byte, so that the maps compare by content.
                content.put(
                        file.getFileName().toString(),
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return content;
    }
}
