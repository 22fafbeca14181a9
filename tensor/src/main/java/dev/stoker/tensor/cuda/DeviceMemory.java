package dev.stoker.tensor.cuda;

import dev.stoker.tensor.Device;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch_cuda;

/** The memory of a device, and what to do when it is exhausted. */
public final class DeviceMemory {
    /** JavaCPP maps every exception of libtorch to one type, so only the text distinguishes them. */
    private static final List<String> SIGNS = List.of(
            "out of memory", // the allocator for GPUs, and CUDA itself
            "can't allocate memory", // the allocator for the CPU
            "not enough memory",
            "STATUS_ALLOC_FAILED"); // cuBLAS and cuDNN

    private DeviceMemory() {}

    /** Whether an operator failed because of too little memory; what it had allocated is free again when its scope closes. */
    public static boolean isOutOfMemory(Throwable failure) {
        return failure instanceof RuntimeException && saysOutOfMemory(String.valueOf(failure.getMessage()));
    }

    /** Whether a message, perhaps of another process, is about too little memory. */
    public static boolean saysOutOfMemory(String message) {
        return SIGNS.stream().anyMatch(message::contains);
    }

    /** Returns cached memory to the device, for other processes, libraries and shapes. */
    public static void emptyCache(Device device) {
        switch (device) {
            case Device.Cpu _ -> {
                // Nothing is cached: freed memory goes back to the C library at once.
            }
            case Device.Cuda _ -> {
                try (var _ = new PointerScope()) {
                    torch_cuda.getAllocator().emptyCache();
                }
            }
        }
    }
}
