package dev.stoker.tensor.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SnapshotBufferTest {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

    /** A column-major matrix, an odd number of bytes, an empty tensor, and a scalar. */
    @Test
    void aSnapshotIsUnaffectedByLaterChangesAndKeepsItsOrder() {
        try (var _ = TensorScope.open("test");
                var stream = DeviceStream.open(Device.CPU);
                var memory = BatchMemoryAllocator.host()) {
            var matrix =
                    Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, Device.CPU, 2, 3).permute(1, 0);
            var bytes = Tensor.zeros(DataType.UINT8, Device.CPU, 3).fillInPlace(7);
            var nothing = Tensor.zeros(DataType.FLOAT32, Device.CPU, 0);
            var number = Tensor.zeros(DataType.INT32, Device.CPU).fillInPlace(8);
            try (var copy = SnapshotBuffer.of(List.of(matrix, bytes, nothing, number), stream)
                    .orElseThrow()) {
                var taken = copy.take();
                matrix.fillInPlace(0.0);
                number.fillInPlace(9);
                var fetched = taken.fetch(memory);
                taken.close();
                taken.close(); // closing twice must not release two buffers
                assertThat(fetched.byteSize()).isEqualTo(6 * 4 + 3 + 4);
                assertThat(fetched.asSlice(0, 24).toArray(FLOAT)).containsExactly(1, 4, 2, 5, 3, 6);
                assertThat(fetched.asSlice(24, 3).toArray(ValueLayout.JAVA_BYTE))
                        .containsExactly(7, 7, 7);
                assertThat(fetched.get(INT, 27)).isEqualTo(8);

                var next = copy.take();
                assertThat(next.fetch(memory).get(INT, 27)).isEqualTo(9);
                next.close();
            }
        }
    }

    @Test
    void aSnapshotIsNotOverwrittenBeforeItIsClosed() throws InterruptedException {
        try (var _ = TensorScope.open("test");
                var stream = DeviceStream.open(Device.CPU);
                var memory = BatchMemoryAllocator.host()) {
            var number = Tensor.zeros(DataType.INT32, Device.CPU).fillInPlace(1);
            try (var copy = SnapshotBuffer.of(List.of(number), stream).orElseThrow()) {
                var first = copy.take();
                number.fillInPlace(2);
                var fetched = new int[1];
                var begun = new CountDownLatch(1);
                var slow = Thread.ofPlatform().start(() -> {
                    begun.countDown();
                    sleep();
                    fetched[0] = first.fetch(memory).get(INT, 0);
                    first.close();
                });
                assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
                var second = copy.take();
                assertThat(fetched[0]).as("fetched before the second was taken").isEqualTo(1);
                second.close();
                slow.join();
            }
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
