package dev.stoker.image.jpeg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.image.InvalidImageException;
import dev.stoker.image.Pixels;
import dev.stoker.image.RandomJpegs;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.ImageDecoder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Corrupts files before they are rewritten: each is rewritten or not, without any other failure, and a file that could be
 * decoded before gives the same pixels after. In a process of its own, since decoders print warnings.
 */
class TiledJpegRewriterFuzzTest {
    private static final int FILES = 6_000;

    @Test
    void aCorruptFileIsRewrittenWithTheSamePixelsOrLeftUnchanged(@TempDir Path folder) throws Exception {
        var output = folder.resolve("output");
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TiledJpegRewriterFuzzTest.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS))
                    .as("ends in time")
                    .isTrue();
            assertThat(process.exitValue()).as(() -> last(output)).isZero();
            assertThat(last(output)).startsWith("the same: ");
            assertThat(Integer.parseInt(last(output).substring("the same: ".length())))
                    .isBetween(300, FILES - 300);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String last(Path output) {
        try {
            return Files.readAllLines(output).getLast();
        } catch (IOException failure) {
            return failure.toString();
        }
    }

    public static void main(String[] arguments) {
        var random = new SplittableRandom(6);
        int same = 0;
        try (var scratch = ScratchBuffers.open()) {
            for (int i = 0; i < FILES; i++) {
                byte[] file = RandomJpegs.next(random, 8, 40);
                for (int hits = random.nextInt(1, 5); hits > 0; hits--) {
                    file[random.nextInt(file.length)] = (byte) random.nextInt(256);
                }
                double[] before = decoded(file, scratch);
                if (before.length > 0
                        && TiledJpegRewriter.rewrite(file, 16)
                                instanceof TiledJpegRewriter.Result.Rewritten(byte[] after)) {
                    if (!Arrays.equals(decoded(after, scratch), before)) {
                        throw new AssertionError("file %d is another image after rewriting".formatted(i));
                    }
                    same++;
                }
            }
        }
        System.out.println("the same: " + same);
    }

    private static double[] decoded(byte[] file, ScratchBuffers scratch) {
        var decoder = ImageDecoder.openCv();
        try {
            var encoded = MemorySegment.ofArray(file);
            int channels = decoder.header(encoded).channels() == 1 ? 1 : 3;
            return Pixels.of(decoder.decode(encoded, channels, scratch)).values();
        } catch (InvalidImageException refused) {
            return new double[0];
        }
    }
}
