package dev.stoker.tensor.collective;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Byte arrays over ranks, whose lengths the others do not know. */
final class HostValues {
    private HostValues() {}

    static byte[] broadcast(Communicator ranks, byte[] bytes, int root) {
        CollectiveTensors.checkRoot(root, ranks.world());
        boolean sends = ranks.rank() == root;
        long length = ranks.startMaximum(sends ? bytes.length : 0).join()[0];
        try (var _ = TensorScope.open("broadcast")) {
            var values = zeros(length);
            if (sends) {
                memory(values).copyFrom(MemorySegment.ofArray(bytes));
            }
            ranks.broadcast(values, root);
            return memory(values).toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /** Each rank writes its part into zeros, and the sum is all parts: it needs neither padding nor another operation. */
    static List<byte[]> gather(Communicator ranks, byte[] bytes) {
        var lengths = new long[ranks.world()];
        lengths[ranks.rank()] = bytes.length;
        lengths = ranks.startMaximum(lengths).join();
        long total = 0;
        long before = 0;
        for (int rank = 0; rank < lengths.length; rank++) {
            before += rank < ranks.rank() ? lengths[rank] : 0;
            total += lengths[rank];
        }
        try (var _ = TensorScope.open("gather")) {
            var values = zeros(total);
            memory(values).asSlice(before, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
            ranks.sum(values);
            return parts(memory(values), lengths);
        }
    }

    private static List<byte[]> parts(MemorySegment values, long[] lengths) {
        var parts = new ArrayList<byte[]>();
        long offset = 0;
        for (long length : lengths) {
            parts.add(values.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
            offset += length;
        }
        return List.copyOf(parts);
    }

    private static Tensor zeros(long bytes) {
        return Tensor.zeros(DataType.UINT8, Device.CPU, bytes);
    }

    private static MemorySegment memory(Tensor values) {
        return values.elements() == 0
                ? MemorySegment.NULL
                : MemorySegment.ofAddress(values.address()).reinterpret(values.elements());
    }
}
