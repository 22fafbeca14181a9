package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.HostDecoder;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.tensor.jpeg.DeviceJpegDecoder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images decoded by nvJPEG, against OpenCV. */
@Tag("gpu")
@Timeout(240)
class NvJpegGpuTest {
    private static final Device.Cuda GPU = new Device.Cuda(0);

    /** Cells are larger than any image here. */
    private static final ImageRowLayout LAYOUT = new ImageRowLayout(300_000, 400, 520);

    /** The value of a cell that was not written. */
    private static final byte UNTOUCHED = 77;

    @TempDir
    Path folder;

    @BeforeAll
    static void thereIsAGpuWithNvJpeg() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
        DeviceJpegDecoder.whyUnavailable(GPU).ifPresent(Assumptions::abort);
    }

    /** A file and the size that its row states. */
    private record File(String name, byte[] bytes, int height, int width) {
        static File of(String name, String sampling, int height, int width, int number) {
            return new File(
                    name, TestImageFiles.jpeg(TestImageFiles.image(height, width, number), sampling), height, width);
        }

        MemorySegment segment() {
            return MemorySegment.ofArray(bytes);
        }
    }

    private static byte[] openCv(MemorySegment encoded) {
        try (var scratch = ScratchBuffers.open()) {
            return ImageDecoder.openCv().decode(encoded, 3, scratch).pixels().toArray(ValueLayout.JAVA_BYTE);
        }
    }

    private static final HostDecoder HOST =
            (image, pixels) -> pixels.copyFrom(MemorySegment.ofArray(openCv(image.payload())));

    private record Decoded(byte[] cells, long byHost) {
        String decoder() {
            return byHost == 0 ? "device" : "host";
        }

        byte[] pixels(int cell, int height, int width) {
            var pixels = new byte[height * width * 3];
            for (int y = 0; y < height; y++) {
                int from = cell * LAYOUT.cellBytes() + y * LAYOUT.cellPitch();
                System.arraycopy(cells, from, pixels, y * width * 3, width * 3);
            }
            return pixels;
        }

        /** Bytes of a cell outside of its image that have changed. */
        long touched(int cell, int height, int width) {
            long touched = 0;
            for (int y = 0; y < LAYOUT.cellHeight(); y++) {
                for (int x = 0; x < LAYOUT.cellPitch(); x++) {
                    boolean outside = y >= height || x >= width * 3;
                    int at = cell * LAYOUT.cellBytes() + y * LAYOUT.cellPitch() + x;
                    touched += outside && cells[at] != UNTOUCHED ? 1 : 0;
                }
            }
            return touched;
        }
    }

    private static MemorySegment rows(List<File> files, dev.stoker.core.BatchMemoryAllocator memory) {
        var rows = memory.allocate((long) files.size() * LAYOUT.bytes());
        for (int i = 0; i < files.size(); i++) {
            var row = LAYOUT.row(rows, i);
            AugmentationParameters.begin(ImageRowLayout.parameters(row));
            var file = files.get(i);
            LAYOUT.putEncoded(row, i, file.height, file.width, file.segment());
        }
        return rows;
    }

    private static Decoded decoded(List<File> files) {
        try (var _ = TensorScope.open("nvJPEG");
                var memory = PinnedMemory.forDevice(GPU);
                var stream = DeviceStream.open(GPU);
                var decoder = DeviceJpegDecoder.open(stream, LAYOUT, files.size(), HOST)) {
            var cells = cells(files.size());
            var parameters = Tensor.zeros(DataType.INT32, GPU, files.size(), AugmentationParameters.WORDS);
            decoder.decode(rows(files, memory), files.size(), cells, 0, parameters, stream);
            stream.synchronize();
            assertThat(parameters
                            .toHost()
                            .getAtIndex(ValueLayout.JAVA_INT, AugmentationParameters.WORDS * (files.size() - 1L)))
                    .as("source of the last row")
                    .isEqualTo(files.size() - 1);
            return new Decoded(cells.toHost().toArray(ValueLayout.JAVA_BYTE), decoder.decodedByHost());
        }
    }

    private static Tensor cells(int count) {
        return Tensor.zeros(DataType.UINT8, GPU, count, LAYOUT.cellHeight(), LAYOUT.cellWidth(), 3)
                .fillInPlace((long) UNTOUCHED);
    }

    private static double meanDifference(byte[] one, byte[] other) {
        assertThat(one).hasSameSizeAs(other);
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += Math.abs((one[i] & 255) - (other[i] & 255));
        }
        return sum / one.length;
    }

    private static void check(File file, Decoded decoded, int cell) {
        byte[] expected = openCv(file.segment());
        byte[] pixels = decoded.pixels(cell, file.height, file.width);
        double difference = meanDifference(pixels, expected);
        assertThat(difference)
                .as(
                        "%s, %d×%d: mean difference in levels; %d of %d files by the host; first pixels %s, expected"
                                + " %s",
                        file.name,
                        file.height,
                        file.width,
                        decoded.byHost,
                        decoded.cells.length / LAYOUT.cellBytes(),
                        Arrays.toString(Arrays.copyOf(pixels, 12)),
                        Arrays.toString(Arrays.copyOf(expected, 12)))
                .isLessThanOrEqualTo(file.height < 32 ? 5 : 2);
        assertThat(decoded.touched(cell, file.height, file.width))
                .as("%s: bytes of its cell beside it that were written", file.name)
                .isZero();
    }

    /**
     * Subsampled chroma is upsampled differently, so levels differ: in images of a few blocks, which are all edges, by 3 to 4 on
     * average.
     */
    @ParameterizedTest
    @CsvSource({
        "2x2, 375, 500",
        "2x2, 400, 520",
        "2x2, 333, 251",
        "2x2, 17, 9",
        "1x1, 375, 500",
        "1x1, 101, 333",
        "2x1, 375, 500",
        "2x1, 101, 333",
        "2x2, 8, 8"
    })
    void pixelsAreThoseOfOpenCv(String sampling, int height, int width) {
        var file = File.of(sampling, sampling, height, width, 4);
        var decoded = decoded(List.of(file));
        System.out.printf("nvJPEG: %s, %d×%d by the %s%n", sampling, height, width, decoded.decoder());
        check(file, decoded, 0);
    }

    /** Workers do not send these; they are decoded all the same, on the device or on the host. */
    @Test
    void grayscaleAndProgressiveImagesAreDecodedOnTheDeviceOrTheHost() {
        var image = TestImageFiles.image(120, 90, 8);
        for (var file : List.of(
                new File("gray", TestImageFiles.gray(image), 120, 90),
                new File("progressive", TestImageFiles.progressive(image), 120, 90))) {
            var decoded = decoded(List.of(file));
            System.out.printf("nvJPEG: %s by the %s%n", file.name, decoded.decoder());
            check(file, decoded, 0);
        }
    }

    private static List<File> many(int count) {
        var files = new ArrayList<File>();
        for (int i = 0; i < count; i++) {
            String sampling = List.of("2x2", "1x1", "2x1").get(i % 3);
            files.add(File.of("file " + i, sampling, 60 + i * 37 % 330, 60 + i * 53 % 450, i));
        }
        return files;
    }

    @Test
    void aBatchOfManySizesIsDecodedIntoItsCellsByTheDevice() {
        var files = many(61);
        var decoded = decoded(files);
        for (int i = 0; i < files.size(); i++) {
            check(files.get(i), decoded, i);
        }
        System.out.printf(
                "nvJPEG: %d engines; %d of %d files by the host%n",
                DeviceJpegDecoder.engines(GPU), decoded.byHost, files.size());
        assertThat(decoded.byHost)
                .as("files of 61 by the host; a device may refuse the 20 of 4:4:4 and the 20 of 4:2:2, but no 4:2:0")
                .isLessThanOrEqualTo(40);
    }

    /** Hardware decoders do not wait for what their CUDA stream waits for. */
    @Test
    void cellsThatAStepStillReadsAreNotWrittenTo() {
        var files = many(16);
        try (var _ = TensorScope.open("nvJPEG");
                var memory = PinnedMemory.forDevice(GPU);
                var stream = DeviceStream.open(GPU);
                var decoder = DeviceJpegDecoder.open(stream, LAYOUT, files.size(), HOST)) {
            var rows = rows(files, memory);
            var cells = cells(2 * files.size());
            var parameters = Tensor.zeros(DataType.INT32, GPU, files.size(), AugmentationParameters.WORDS);
            decoder.decode(rows, files.size(), cells, files.size(), parameters, stream); // everything is loaded now
            stream.synchronize();
            var read = cells.zerosLike();
            keepBusy();
            read.copyFrom(cells);
            decoder.decode(rows, files.size(), cells, 0, parameters, stream);
            stream.synchronize();
            byte[] before = read.part(0, files.size()).toHost().toArray(ValueLayout.JAVA_BYTE);
            byte[] after = cells.part(0, files.size()).toHost().toArray(ValueLayout.JAVA_BYTE);
            assertThat(Arrays.equals(after, before)).as("nothing was decoded").isFalse();
            byte[] untouched = new byte[before.length];
            Arrays.fill(untouched, UNTOUCHED);
            assertThat(Arrays.mismatch(before, untouched))
                    .as("first byte that was written before it was read")
                    .isEqualTo(-1);
        }
    }

    /** Takes an H200 a tenth of a second. */
    private static void keepBusy() {
        var one = Tensor.zeros(DataType.UINT8, GPU, 1L << 31);
        var other = one.zerosLike();
        for (int i = 0; i < 100; i++) {
            other.copyFrom(one);
        }
    }

    /** Valid headers, followed by garbage, or truncated. */
    @Test
    void corruptImagesInTheMiddleOfABatchDoNotAffectOthers() {
        var files = many(40);
        byte[] noise = files.get(11).bytes.clone();
        for (int i = noise.length / 3; i < noise.length - 2; i++) {
            noise[i] = (byte) (i * 31 % 250);
        }
        byte[] cut = files.get(22).bytes.clone();
        cut[cut.length / 2] = (byte) 0xff;
        cut[cut.length / 2 + 1] = (byte) 0xd9;
        files.set(11, new File("noise", noise, files.get(11).height, files.get(11).width));
        files.set(22, new File("cut", cut, files.get(22).height, files.get(22).width));
        var decoded = decoded(files);
        for (int i = 0; i < files.size(); i++) {
            if (i != 11 && i != 22) {
                check(files.get(i), decoded, i);
            }
        }
        System.out.printf("nvJPEG: with two broken streams of 40, %d files by the host%n", decoded.byHost);
    }

    /** Streams of one image each, so that all images of a stream are corrupt; later ones must not be affected. */
    @Test
    void aDecoderThatFailedDecodesTheNextBatch() {
        var sound = many(4);
        var broken = new ArrayList<>(sound);
        byte[] noise = sound.get(1).bytes.clone();
        Arrays.fill(noise, noise.length / 3, noise.length - 2, (byte) 0x5a);
        broken.set(1, new File("noise", noise, sound.get(1).height, sound.get(1).width));
        try (var _ = TensorScope.open("nvJPEG");
                var memory = PinnedMemory.forDevice(GPU);
                var stream = DeviceStream.open(GPU);
                var decoder = DeviceJpegDecoder.open(stream, LAYOUT, sound.size(), HOST)) {
            var cells = cells(sound.size());
            var parameters = Tensor.zeros(DataType.INT32, GPU, sound.size(), AugmentationParameters.WORDS);
            decoder.decode(rows(sound, memory), sound.size(), cells, 0, parameters, stream);
            stream.synchronize();
            long byHost = decoder.decodedByHost();
            decoder.decode(rows(broken, memory), sound.size(), cells, 0, parameters, stream);
            stream.synchronize();
            long afterNoise = decoder.decodedByHost();
            decoder.decode(rows(sound, memory), sound.size(), cells, 0, parameters, stream);
            stream.synchronize();
            assertThat(decoder.decodedByHost() - afterNoise)
                    .as("files by the host, as many as the first time")
                    .isEqualTo(byHost);
            var decoded = new Decoded(cells.toHost().toArray(ValueLayout.JAVA_BYTE), byHost);
            for (int i = 0; i < sound.size(); i++) {
                check(sound.get(i), decoded, i);
            }
        }
    }

    @Test
    void fiftyBatchesOfChangingSizesTakeNoMoreMemoryThanTen() {
        var files = many(64);
        try (var _ = TensorScope.open("nvJPEG");
                var memory = PinnedMemory.forDevice(GPU);
                var stream = DeviceStream.open(GPU);
                var decoder = DeviceJpegDecoder.open(stream, LAYOUT, files.size(), HOST)) {
            var rows = rows(files, memory);
            var cells = cells(files.size());
            var parameters = Tensor.zeros(DataType.INT32, GPU, files.size(), AugmentationParameters.WORDS);
            long after10 = 0;
            for (int i = 0; i < 50; i++) {
                int count = i % 2 == 0 ? 64 : 20 + i % 40;
                decoder.decode(rows, count, cells, 0, parameters, stream);
                if (i == 9) {
                    stream.synchronize();
                    after10 = GpuSettings.usedMemory(GPU);
                }
            }
            stream.synchronize();
            long grown = GpuSettings.usedMemory(GPU) - after10;
            assertThat(grown)
                    .as("bytes of the device more after 50 batches than after 10")
                    .isLessThan(8 << 20);
        }
    }

    @Test
    void closedDecodersFreeTheirMemory() {
        var files = many(16);
        decoded(files);
        decoded(files);
        long before = GpuSettings.usedMemory(GPU);
        for (int i = 0; i < 5; i++) {
            decoded(files);
        }
        assertThat(GpuSettings.usedMemory(GPU) - before)
                .as("bytes of the device more after 7 decoders than after 2")
                .isLessThan(16 << 20);
    }

    // ---- whole runs

    private Plan plan(Path data, String settings) {
        Plan plan = Plan.DEFAULTS
                .with("data", data.toString())
                .with("size", "32")
                .with("model", "cnn")
                .with("epochs", "6")
                .with("batch", "16")
                .with("lr", "0.02")
                .with("device", "cuda")
                .with("runs", folder.resolve("runs").toString());
        for (String setting : settings.split(" ", -1)) {
            plan = plan.with(setting.split("=", 2)[0], setting.split("=", 2)[1]);
        }
        return plan;
    }

    private static RunResult run(Plan plan) {
        try (var job = TrainingJob.start(plan)) {
            job.imageNote().ifPresent(note -> System.out.println("images   " + note));
            return job.run(List.of(), () -> false).orElseThrow();
        }
    }

    @Test
    void aRunWithDeviceDecodingIsAsAccurate() throws IOException {
        var data = TestImageFiles.write(folder.resolve("data"), 192, 32);
        var onHost = run(plan(data, "augment=cpu"));
        var pixels = run(plan(data, "augment=device decode=cpu"));
        var onDevice = run(plan(data, "decode=device"));
        var mixed = run(plan(data, "decode=device decode-share=0.5 capture=off"));
        // Workers decode what is tested, so a model trained on other colors fails here.
        assertThat(List.of(
                        onHost.validation().accuracy(),
                        pixels.validation().accuracy(),
                        onDevice.validation().accuracy(),
                        mixed.validation().accuracy()))
                .as("test accuracy after learning from workers' images, pixels, files, and half of each")
                .allMatch(accuracy -> accuracy > 0.8);
    }

    /** Flips, sizes and aspect ratios that are chosen reach the device's kernels. */
    @Test
    void aRunOnImagesThatAreNotSquareIsAsAccurate() throws IOException {
        var data = TestImageFiles.write(folder.resolve("data"), 192, 32);
        String input = " size=32x48 flip=alternating crop-ratio=1:2 eval-crop=1";
        var pixels = run(plan(data, "augment=device decode=cpu" + input));
        var onDevice = run(plan(data, "decode=device" + input));
        assertThat(List.of(pixels.validation().accuracy(), onDevice.validation().accuracy()))
                .allMatch(accuracy -> accuracy > 0.8);
    }
}
