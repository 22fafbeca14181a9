package dev.stoker.tensor.cuda;

import dev.stoker.tensor.Device;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch_cuda;

/** Memory of a device when there is too little of it. */
public final class DeviceMemory {
    /** JavaCPP makes one type of every exception of libtorch, so only its text tells. */
    private static final List<String> SIGNS = List.of(
            "out of memory", // the allocator for GPUs, and CUDA itself
            "can't allocate memory", // the allocator for the CPU
            "not enough memory",
            "STATUS_ALLOC_FAILED"); // cuBLAS and cuDNN

    private DeviceMemory() {}

    /** Whether an operator failed for want of memory; whatever it had taken is free again when its scope closes. */
    public static boolean isOutOfMemory(Throwable failure) {
        String text = String.valueOf(failure.getMessage());
        return failure instanceof RuntimeException && SIGNS.stream().anyMatch(text::contains);
    }

    /** Gives memory that is kept for later back to the device, where other processes, libraries and shapes find it. */
    public static void giveBack(Device device) {
        switch (device) {
            case Device.Cpu _ -> {
                // Nothing is kept: freed memory goes back to the C library at once.
            }
            case Device.Cuda _ -> {
                try (var _ = new PointerScope()) {
                    torch_cuda.getAllocator().emptyCache();
                }
            }
        }
    }
}
