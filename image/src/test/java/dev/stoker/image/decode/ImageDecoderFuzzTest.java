package dev.stoker.image.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.EncodedImages;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.JpegCases;
import dev.stoker.image.Pixels;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.jpeg.TiledJpegRewriter;
import dev.stoker.image.transform.TransformChain;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Corrupts small images ten thousand times: each becomes a row or is refused. It runs in a process of its own, which must
 * neither crash nor hang; warnings of the decoders go to a file there.
 */
class ImageDecoderFuzzTest {
    private static final int MUTANTS = 10_000;
    private static final long SEED = 20_261_115;
    private static final Shape ROW = new Shape(16, 16, 3);

    @Test
    void noCorruptImageCrashesOrHangs(@TempDir Path folder) throws Exception {
        var output = folder.resolve("output").toFile();
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ImageDecoderFuzzTest.class.getName(),
                        String.valueOf(MUTANTS),
                        String.valueOf(SEED))
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS))
                    .as("ends in time")
                    .isTrue();
            assertThat(process.exitValue()).as(() -> end(output.toPath())).isZero();
            assertThat(end(output.toPath())).contains("rows and refusals: " + MUTANTS);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String end(Path output) {
        try {
            var lines = Files.readAllLines(output);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
        } catch (IOException exception) {
            return exception.toString();
        }
    }

    public static void main(String[] arguments) {
        int mutants = Integer.parseInt(arguments[0]);
        var random = new SplittableRandom(Long.parseLong(arguments[1]));
        var chain = TransformChain.train(16).compile(ROW, ImageDecoder.openCv());
        var seeds = seeds();
        int rows = 0;
        int refusals = 0;
        try (var scratch = ScratchBuffers.open()) {
            var row = Arena.global().allocate(ROW.bytes());
            var numbers = new SeededRandom(new Seed(1));
            for (int i = 0; i < mutants; i++) {
                var mutant = corrupt(seeds.get(i % seeds.size()), random);
                try {
                    chain.run(EncodedImages.segment(mutant), row, numbers, scratch);
                    rows++;
                } catch (InvalidImageException refused) {
                    refusals++;
                }
            }
        }
        System.out.printf("%d rows, %d refusals%n", rows, refusals);
        System.out.println("rows and refusals: " + (rows + refusals));
    }

    private static List<byte[]> seeds() {
        var pixels = Pixels.smooth(18, 24, 3);
        var image = pixels.image(BufferedImage.TYPE_INT_RGB);
        return List.of(
                EncodedImages.jpeg(pixels),
                JpegCases.oriented(EncodedImages.progressiveJpeg(pixels), 6, true),
                cropReady(EncodedImages.jpeg(Pixels.smooth(60, 80, 3))),
                JpegCases.cmyk(Pixels.smooth(18, 24, 4)),
                JpegCases.adobe(JpegCases.cmyk(Pixels.smooth(18, 24, 4)), 2),
                EncodedImages.as("png", image),
                EncodedImages.as("png", pixels.image(BufferedImage.TYPE_BYTE_INDEXED)),
                EncodedImages.as("bmp", image),
                EncodedImages.as("bmp", pixels.image(BufferedImage.TYPE_BYTE_INDEXED)),
                EncodedImages.as("gif", image),
                EncodedImages.webp(pixels, 80),
                EncodedImages.webp(Pixels.noise(18, 24, 4, 1), 101));
    }

    private static byte[] cropReady(byte[] jpeg) {
        return TiledJpegRewriter.rewrite(jpeg, 16) instanceof TiledJpegRewriter.Result.Rewritten(byte[] bytes)
                ? bytes
                : jpeg;
    }

    /** Some bytes replaced or some bits flipped, more of them in the header, and sometimes truncated. */
    private static byte[] corrupt(byte[] seed, SplittableRandom random) {
        var mutant = seed.clone();
        for (int i = random.nextInt(1, 7); i > 0; i--) {
            int bound = random.nextInt(3) == 0 ? Math.min(64, mutant.length) : mutant.length;
            int place = random.nextInt(bound);
            mutant[place] = (byte) (random.nextBoolean() ? random.nextInt() : mutant[place] ^ 1 << random.nextInt(8));
        }
        return random.nextInt(8) == 0 ? Arrays.copyOf(mutant, random.nextInt(1, mutant.length)) : mutant;
    }
}
