package dev.stoker.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.stoker.core.Draws;
import dev.stoker.core.MemoryAccount;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import java.awt.image.BufferedImage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What many workers, and one worker for a long time, may rely on. */
class WorkerTest {
    private static final Shape ROW = new Shape(224, 224, 3);
    private static final Recipe EVERYTHING = Recipe.train(224)
            .then(
                    new Rotate(10, 0),
                    new Affine(5, 0.1, new Range(0.9, 1.1), 5, 0),
                    new ColorJitter(0.4, 0.4, 0.4, 0.1),
                    new Greyscale(0.2),
                    new Blur(0.5, new Range(0.1, 2)),
                    new RandAugment(2, 9),
                    new Cutout(16, 0),
                    new RandomErasing(0.25));

    /** Pictures of every format and of sizes from tiny to beyond what the decoder reduces. */
    private static List<MemorySegment> pictures() {
        var pictures = new ArrayList<MemorySegment>();
        for (int[] size : new int[][] {{375, 500}, {500, 333}, {40, 30}, {600, 900}, {224, 224}}) {
            var pixels = Pixels.smooth(size[0], size[1], 3);
            var image = pixels.image(BufferedImage.TYPE_INT_RGB);
            pictures.add(Encoded.segment(Encoded.jpeg(pixels)));
            pictures.add(Encoded.segment(JpegCases.oriented(Encoded.progressiveJpeg(pixels), 6, true)));
            pictures.add(Encoded.segment(Encoded.as("png", image)));
            pictures.add(Encoded.segment(Encoded.webp(pixels, 80)));
            pictures.add(Encoded.segment(Encoded.as("bmp", image)));
        }
        return pictures;
    }

    @Test
    void rowsDependOnPictureAndDrawsAloneWhateverTheWorker() throws Exception {
        var pictures = pictures();
        var alone = hashes(pictures, IntStream.range(0, pictures.size()).toArray());
        var backwards = IntStream.range(0, pictures.size())
                .map(i -> pictures.size() - 1 - i)
                .toArray();
        try (var workers = Executors.newFixedThreadPool(4)) {
            var tasks = new ArrayList<Callable<int[]>>();
            for (int i = 0; i < 4; i++) {
                tasks.add(() -> hashes(pictures, backwards));
            }
            for (var result : workers.invokeAll(tasks)) {
                assertThat(result.get()).isEqualTo(alone);
            }
        }
    }

    /** A hash of the row of each picture, made in the order given. */
    private static int[] hashes(List<MemorySegment> pictures, int[] order) {
        var compiled = EVERYTHING.compile(ROW, Decoder.openCv());
        var hashes = new int[pictures.size()];
        try (var scratch = Scratch.open();
                var arena = Arena.ofConfined()) {
            var row = arena.allocate(ROW.bytes());
            var draws = new Draws(new Seed(1));
            for (int i : order) {
                draws.restart(new Seed(5), i);
                compiled.run(pictures.get(i), row, draws, scratch);
                hashes[i] = Arrays.hashCode(row.toArray(ValueLayout.JAVA_BYTE));
            }
        }
        return hashes;
    }

    /** The draws of these rows are part of what a plan and a seed promise: a change here changes every training. */
    @Test
    void framingOfASeedDoesNotChange() {
        var draws = new Draws(new Seed(2026));
        var view = View.whole(500, 375);
        for (var step : Recipe.train(224).steps()) {
            view = Framing.apply((FramingStep) step, view, draws);
        }
        assertThat(view.across()).isEqualTo(new Axis(110, 349, 0, 224, 224, false));
        assertThat(view.down()).isEqualTo(new Axis(2, 373, 0, 224, 224, false));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPictureCostsLessThanTwoKilobytesOfHeap(boolean everything) {
        var recipe = (everything ? EVERYTHING : Recipe.train(224)).compile(ROW, Decoder.openCv());
        var jpeg = Encoded.segment(Encoded.jpeg(Pixels.smooth(375, 500, 3)));
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (var scratch = Scratch.open();
                var arena = Arena.ofConfined()) {
            var row = arena.allocate(ROW.bytes());
            var draws = new Draws(new Seed(1));
            var seed = new Seed(9);
            for (int i = 0; i < 100; i++) {
                recipe.run(jpeg, row, draws, scratch);
            }
            int count = 100;
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < count; i++) {
                draws.restart(seed, i);
                recipe.run(jpeg, row, draws, scratch);
            }
            long perPicture = (threads.getCurrentThreadAllocatedBytes() - before) / count;
            assertThat(perPicture).isLessThan(2048);
        }
    }

    @Test
    void nativePointersAreAllGivenBack() {
        var pictures = pictures();
        hashes(pictures, IntStream.range(0, pictures.size()).toArray());
        long before = Pointer.totalCount();
        hashes(pictures, IntStream.range(0, pictures.size()).toArray());
        assertThat(Pointer.totalCount()).isEqualTo(before);
    }

    @Test
    void refusedPicturesLeaveNoPointersBehind() {
        var jpeg = Encoded.jpeg(Pixels.smooth(60, 80, 3));
        jpeg[JpegCases.frame(jpeg) + 9] = 2;
        var broken = Encoded.segment(jpeg);
        try (var scratch = Scratch.open()) {
            var decoder = Decoder.openCv();
            assertThatThrownBy(() -> decoder.decode(broken, 3, scratch)).isInstanceOf(BadPictureException.class);
            long before = Pointer.totalCount();
            for (int i = 0; i < 50; i++) {
                assertThatThrownBy(() -> decoder.decode(broken, 3, scratch)).isInstanceOf(BadPictureException.class);
            }
            assertThat(Pointer.totalCount()).isEqualTo(before);
        }
    }

    /** One huge picture must not make a worker keep its memory for ever. */
    @Test
    void memoryOfAHugePictureIsGivenBack() {
        try (var memory = new PixelMemory(MemoryAccount.UNLIMITED)) {
            memory.of(100_000_000);
            assertThat(memory.capacity()).isGreaterThanOrEqualTo(100_000_000);
            memory.of(360_000);
            assertThat(memory.capacity()).isBetween(360_000L, 1_000_000L);
        }
    }

    @Test
    void whatIsClosedIsNotWrittenTo() {
        var recipe = Recipe.train(224).compile(ROW, Decoder.openCv());
        var jpeg = Encoded.segment(Encoded.jpeg(Pixels.smooth(60, 80, 3)));
        var draws = new Draws(new Seed(1));
        var scratch = Scratch.open();
        var arena = Arena.ofConfined();
        var row = arena.allocate(ROW.bytes());
        recipe.run(jpeg, row, draws, scratch);
        scratch.close();
        scratch.close();
        assertThatThrownBy(() -> recipe.run(jpeg, row, draws, scratch)).hasMessage("this scratch is closed");
        arena.close();
        assertThatThrownBy(() -> recipe.run(jpeg, row, draws, scratch))
                .hasMessageContaining("this memory has been given back already");
    }
}
