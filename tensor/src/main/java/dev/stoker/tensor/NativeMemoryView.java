package dev.stoker.tensor;

import dev.stoker.core.DataType;
import dev.stoker.tensor.internal.NativeAddress;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.bytedeco.pytorch.global.torch;

/** Tensors that are views of native memory, without a copy; refuses views that would reach beyond it. */
final class NativeMemoryView {
    private NativeMemoryView() {}

    /** Contiguous, in row-major order. */
    static org.bytedeco.pytorch.Tensor of(MemorySegment memory, DataType type, long... sizes) {
        long elements = Arrays.stream(sizes).reduce(1, Math::multiplyExact);
        require(memory, type, elements, Arrays.toString(sizes));
        return torch.from_blob(new NativeAddress(memory.address()), sizes, TorchInterop.options(type, Device.CPU));
    }

    /** With the given strides in elements. */
    static org.bytedeco.pytorch.Tensor strided(MemorySegment memory, DataType type, long[] sizes, long[] strides) {
        String shape = "%s by %s".formatted(Arrays.toString(sizes), Arrays.toString(strides));
        require(memory, type, span(sizes, strides), shape);
        return torch.from_blob(
                new NativeAddress(memory.address()), sizes, strides, TorchInterop.options(type, Device.CPU));
    }

    private static void require(MemorySegment memory, DataType type, long elements, String shape) {
        long bytes = Math.multiplyExact(elements, type.bytes());
        if (!memory.isNative() || memory.byteSize() < bytes) {
            throw new IllegalArgumentException("a view of %s as %s needs %d bytes of native memory, got %d"
                    .formatted(shape, type, bytes, memory.byteSize()));
        }
    }

    /** How many elements of memory a strided view reaches over. */
    private static long span(long[] sizes, long[] strides) {
        if (sizes.length != strides.length) {
            throw new IllegalArgumentException("sizes and strides must be equally many, got %s and %s"
                    .formatted(Arrays.toString(sizes), Arrays.toString(strides)));
        }
        long last = 0;
        for (int i = 0; i < sizes.length; i++) {
            if (sizes[i] == 0) {
                return 0;
            }
            if (sizes[i] < 0 || strides[i] < 0) {
                throw new IllegalArgumentException("sizes and strides must not be negative, got %s and %s"
                        .formatted(Arrays.toString(sizes), Arrays.toString(strides)));
            }
            last = Math.addExact(last, Math.multiplyExact(sizes[i] - 1, strides[i]));
        }
        return last + 1;
    }
}
