package dev.stoker.tensor.jpeg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.HostDecoder;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files here hold one byte, their number; decoded, all pixels are that number, and those of the host that number plus 100, so
 * that the pixels show who decoded.
 */
class MultiStreamJpegDecoderTest {
    private static final ImageRowLayout LAYOUT = new ImageRowLayout(200, 6, 9);
    private static final int CELLS = 40;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private final Arena arena = Arena.ofShared();

    @AfterEach
    void freeRows() {
        arena.close();
    }

    private static int number(MemorySegment file) {
        return file.get(BYTE, 0);
    }

    /** Does not support numbers that are divisible by 7, and fails at whatever batch holds a number of {@code broken}. */
    private static final class FakeJpegBatchDecoder implements JpegBatchDecoder {
        private record Job(int number, long address, long pitch) {}

        private final List<Integer> broken;
        private final AtomicInteger open;
        private final List<Job> added = new ArrayList<>();

        FakeJpegBatchDecoder(List<Integer> broken, AtomicInteger open) {
            this.broken = broken;
            this.open = open;
            open.incrementAndGet();
        }

        @Override
        public boolean supports(MemorySegment encoded) {
            return number(encoded) % 7 != 0;
        }

        @Override
        public void add(MemorySegment encoded, long address, long pitch) {
            added.add(new Job(number(encoded), address, pitch));
        }

        @Override
        public boolean decode(DeviceStream stream) {
            var jobs = List.copyOf(added);
            added.clear();
            for (var job : jobs) {
                boolean fails = broken.contains(job.number);
                fill(job, fails ? -1 : job.number);
            }
            return jobs.stream().noneMatch(job -> broken.contains(job.number));
        }

        private static void fill(Job job, int value) {
            int[] size = size(job.number);
            for (int y = 0; y < size[0]; y++) {
                MemorySegment.ofAddress(job.address + y * job.pitch)
                        .reinterpret(3L * size[1])
                        .fill((byte) value);
            }
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    private static int[] size(int number) {
        return new int[] {1 + number % 6, 1 + number % 9};
    }

    private static void onHost(ImageRowLayout.ImageRow image, MemorySegment pixels) {
        pixels.fill((byte) (100 + number(image.payload())));
    }

    /** Every fifth row holds pixels. */
    private MemorySegment rows(int count) {
        var rows = arena.allocate((long) count * LAYOUT.bytes(), 64);
        for (int i = 0; i < count; i++) {
            var row = LAYOUT.row(rows, i);
            int[] size = size(i);
            AugmentationParameters.begin(ImageRowLayout.parameters(row))
                    .source(-1)
                    .window(i, 0, 0, 0);
            if (i % 5 == 4) {
                LAYOUT.beginPixels(row, i, size[0], size[1]).fill((byte) (50 + i));
            } else {
                LAYOUT.putEncoded(row, i, size[0], size[1], MemorySegment.ofArray(new byte[] {(byte) i}));
            }
        }
        return rows;
    }

    private static int expected(int number, List<Integer> broken) {
        if (number % 5 == 4) {
            return 50 + number;
        }
        return number % 7 == 0 || broken.contains(number) ? 100 + number : number;
    }

    private static void check(Tensor cells, int first, int count, List<Integer> broken) {
        var memory = cells.toHost();
        for (int i = 0; i < count; i++) {
            int[] size = size(i);
            long cell = (long) (first + i) * LAYOUT.cellBytes();
            for (int y = 0; y < LAYOUT.cellHeight(); y++) {
                for (int x = 0; x < LAYOUT.cellWidth(); x++) {
                    int value = y < size[0] && x < size[1] ? expected(i, broken) : 0;
                    assertThat(memory.get(BYTE, cell + (long) y * LAYOUT.cellPitch() + 3L * x + 2))
                            .as("row %d, line %d, column %d", i, y, x)
                            .isEqualTo((byte) value);
                }
            }
        }
    }

    private static void run(Supplier<JpegBatchDecoder> engines, int lanes, HostDecoder host, DecoderUse use) {
        try (var _ = TensorScope.open("decoder");
                var stream = DeviceStream.open(Device.CPU);
                var decoder = new MultiStreamJpegDecoder(LAYOUT, host, stream, lanes, engines)) {
            var cells = Tensor.zeros(DataType.UINT8, Device.CPU, CELLS, 6, 9, 3);
            var parameters = Tensor.zeros(DataType.INT32, Device.CPU, CELLS, AugmentationParameters.WORDS);
            use.with(decoder, cells, parameters, stream);
        }
    }

    @FunctionalInterface
    private interface DecoderUse {
        void with(MultiStreamJpegDecoder decoder, Tensor cells, Tensor parameters, DeviceStream stream);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 30})
    void eachImageIsInItsCellAndItsParametersNameTheCell(int lanes) {
        var open = new AtomicInteger();
        run(
                () -> new FakeJpegBatchDecoder(List.of(), open),
                lanes,
                MultiStreamJpegDecoderTest::onHost,
                (decoder, cells, said, stream) -> {
                    decoder.decode(rows(20), 20, cells, 13, said, stream);
                    check(cells, 13, 20, List.of());
                    var words = said.toHost().toArray(ValueLayout.JAVA_INT);
                    for (int i = 0; i < 20; i++) {
                        assertThat(words[AugmentationParameters.WORDS * i + AugmentationParameters.SOURCE])
                                .isEqualTo(13 + i);
                        assertThat(words[AugmentationParameters.WORDS * i + AugmentationParameters.WINDOW])
                                .isEqualTo(i);
                    }
                    assertThat(open).hasValue(lanes);
                });
        assertThat(open).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void onlyImagesThatTheDeviceFailsAtAreDecodedOnTheHost(int lanes) {
        var broken = List.of(3, 11, 12);
        run(
                () -> new FakeJpegBatchDecoder(broken, new AtomicInteger()),
                lanes,
                MultiStreamJpegDecoderTest::onHost,
                (decoder, cells, said, stream) -> {
                    decoder.decode(rows(20), 20, cells, 0, said, stream);
                    check(cells, 0, 20, broken);
                    assertThat(decoder.decodedByHost())
                            .isEqualTo(2 + broken.size()); // 0 and 7 are not supported; 14 is stored as pixels
                });
    }

    @Test
    void aSmallBatchAfterALargeOneDoesNotTouchOtherCells() {
        run(() -> JpegBatchDecoder.NONE, 4, MultiStreamJpegDecoderTest::onHost, (decoder, cells, said, stream) -> {
            decoder.decode(rows(20), 20, cells, 0, said, stream);
            var before = cells.toHost().toArray(BYTE);
            decoder.decode(rows(1), 1, cells, 39, said, stream);
            decoder.decode(rows(0), 0, cells, 0, said, stream);
            var after = cells.toHost().toArray(BYTE);
            int cell = LAYOUT.cellBytes();
            assertThat(after).startsWith(java.util.Arrays.copyOf(before, 39 * cell));
            assertThat(after[39 * cell]).isEqualTo((byte) 100);
        });
    }

    @Test
    void anUndecodableImageIsAnErrorAndTheNextBatchIsFine() {
        HostDecoder strict = (image, pixels) -> {
            if (image.sample() == 3) {
                throw new StokerException("sample 3 is broken");
            }
            onHost(image, pixels);
        };
        run(
                () -> new FakeJpegBatchDecoder(List.of(3), new AtomicInteger()),
                2,
                strict,
                (decoder, cells, said, stream) -> {
                    assertThatThrownBy(() -> decoder.decode(rows(20), 20, cells, 0, said, stream))
                            .isInstanceOf(StokerException.class)
                            .hasMessage("sample 3 is broken");
                    decoder.decode(rows(3), 3, cells, 30, said, stream);
                    check(cells, 30, 3, List.of());
                });
    }

    @Test
    void rowsWithAWrongHeaderAreRefusedBeforeTheirPayloadIsRead() {
        run(() -> JpegBatchDecoder.NONE, 2, MultiStreamJpegDecoderTest::onHost, (decoder, cells, said, stream) -> {
            var rows = rows(4);
            rows.set(ValueLayout.JAVA_INT_UNALIGNED, LAYOUT.bytes() + AugmentationParameters.BYTES + 4L, 1 << 20);
            assertThatThrownBy(() -> decoder.decode(rows, 4, cells, 0, said, stream))
                    .hasMessageContaining("the header of sample 1 states")
                    .hasMessageContaining("1,048,576 bytes");
        });
    }

    @Test
    void cellsAndParametersThatDoNotHoldTheBatchAreRefused() {
        run(() -> JpegBatchDecoder.NONE, 2, MultiStreamJpegDecoderTest::onHost, (decoder, cells, said, stream) -> {
            assertThatThrownBy(() -> decoder.decode(rows(20), 20, cells, 21, said, stream))
                    .hasMessageContaining("20 images from cell 21 do not fit");
            assertThatThrownBy(() -> decoder.decode(rows(20), 20, cells, 0, said.part(0, 19), stream))
                    .hasMessageContaining("need as many rows of parameters");
            assertThatThrownBy(() -> decoder.decode(rows(20), 21, cells, 0, said, stream))
                    .hasMessageContaining("21 rows");
        });
    }
}
