package dev.stoker.tensor.internal.kernel;

import static org.bytedeco.cuda.global.cudart.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
import static org.bytedeco.cuda.global.cudart.cuFuncSetAttribute;
import static org.bytedeco.cuda.global.cudart.cuLaunchKernel;
import static org.bytedeco.cuda.global.cudart.cuModuleGetFunction;
import static org.bytedeco.cuda.global.cudart.cuModuleLoadData;
import static org.bytedeco.cuda.global.cudart.cuOccupancyMaxActiveBlocksPerMultiprocessor;
import static org.bytedeco.cuda.global.cudart.cudaFree;

import dev.stoker.core.StokerException;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.tensor.internal.CudaStatus;
import dev.stoker.tensor.internal.NativeAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.cuda.cudart.CUfunc_st;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch_cuda;

/** Kernels of this room on a GPU; they stay loaded until the process ends. */
public final class CudaModule {
    private static final long SLOT = 8; // every argument fits, and alignment holds
    private static final int DEFAULT_SHARED_BYTES = 48 << 10;

    /** The launch configuration of a kernel: blocks and threads in two dimensions each. */
    public record Grid(int blocksX, int blocksY, int threadsX, int threadsY) {}

    private final byte device;
    private final CUmod_st module;
    private final Map<String, CUfunc_st> functions = new ConcurrentHashMap<>();
    private final Map<Block, Integer> resident = new ConcurrentHashMap<>();
    private final Map<String, Integer> sharedLimits = new ConcurrentHashMap<>();

    private record Block(String kernel, int threads, int sharedBytes) {}

    private CudaModule(byte device, CUmod_st module) {
        this.device = device;
        this.module = module;
    }

    /** Compiled for the device, and loaded on it. */
    public static CudaModule load(KernelSource source, Device.Cuda device) {
        try (var _ = new PointerScope()) {
            var binary = new BytePointer(KernelCompiler.binary(source, GpuSettings.capability(device)));
            var module = new CUmod_st().<CUmod_st>retainReference();
            // The driver loads into the context of this thread, which has one after its first call of the runtime only.
            CudaStatus.check(cudaFree((Pointer) null), "starting " + device);
            check(cuModuleLoadData(module, binary), "loading " + source.resource());
            return new CudaModule((byte) device.index(), module);
        }
    }

    /** Where a kernel adds to the gradient of a parameter; 0 where it is frozen. */
    public static long gradientAddress(Tensor parameter) {
        if (!parameter.requiresGradient()) {
            return 0;
        }
        var gradient = parameter.gradient();
        long address = gradient.address();
        gradient.release();
        return address;
    }

    /** How many blocks of a kernel a multiprocessor has room for at once, with so much dynamic shared memory; at least 1. */
    public int residentBlocks(String kernel, int threads, int sharedBytes) {
        return resident.computeIfAbsent(new Block(kernel, threads, sharedBytes), this::residentBlocks);
    }

    private int residentBlocks(Block block) {
        var function = functions.computeIfAbsent(block.kernel, this::function);
        allow(block.kernel, function, block.sharedBytes);
        int[] blocks = new int[1];
        check(
                cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block.threads, block.sharedBytes),
                "asking for the occupancy of " + block.kernel);
        return Math.max(1, blocks[0]);
    }

    /** More than the default of shared memory must be asked for; the limit never falls, as other threads may launch with more. */
    private void allow(String kernel, CUfunc_st function, int sharedBytes) {
        sharedLimits.compute(kernel, (_, limit) -> {
            int before = limit == null ? DEFAULT_SHARED_BYTES : limit;
            if (sharedBytes > before) {
                check(
                        cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, sharedBytes),
                        "asking for %d bytes of shared memory for %s".formatted(sharedBytes, kernel));
            }
            return Math.max(sharedBytes, before);
        });
    }

    /** Launches a kernel on this thread's current stream; arguments are addresses, ints, longs and floats. */
    public void launch(String kernel, Grid grid, Number... arguments) {
        launchWithSharedMemory(kernel, grid, 0, arguments);
    }

    /** The same with dynamic shared memory. */
    public void launchWithSharedMemory(String kernel, Grid grid, int sharedBytes, Number... arguments) {
        var function = functions.computeIfAbsent(kernel, this::function);
        allow(kernel, function, sharedBytes);
        try (var _ = new PointerScope();
                var arena = Arena.ofConfined()) {
            var values = arena.allocate(SLOT * arguments.length, SLOT);
            var addresses = arena.allocate(SLOT * arguments.length, SLOT);
            for (int i = 0; i < arguments.length; i++) {
                switch (arguments[i]) {
                    case Long value -> values.set(ValueLayout.JAVA_LONG, SLOT * i, value);
                    case Integer value -> values.set(ValueLayout.JAVA_INT, SLOT * i, value);
                    case Float value -> values.set(ValueLayout.JAVA_FLOAT, SLOT * i, value);
                    default ->
                        throw new IllegalArgumentException("kernel arguments cannot be of " + arguments[i].getClass());
                }
                addresses.set(ValueLayout.JAVA_LONG, SLOT * i, values.address() + SLOT * i);
            }
            int status = cuLaunchKernel(
                    function,
                    grid.blocksX,
                    grid.blocksY,
                    1,
                    grid.threadsX,
                    grid.threadsY,
                    1,
                    sharedBytes,
                    torch_cuda.getCurrentCUDAStream(device).stream(),
                    new PointerPointer<>(new NativeAddress(addresses.address())),
                    (PointerPointer<?>) null);
            check(status, "launching " + kernel);
        }
    }

    private CUfunc_st function(String name) {
        try (var _ = new PointerScope()) {
            var function = new CUfunc_st().<CUfunc_st>retainReference();
            check(cuModuleGetFunction(function, module, name), "finding the kernel " + name);
            return function;
        }
    }

    private static void check(int status, String what) {
        if (status != 0) {
            throw new StokerException("%s failed (CUDA driver error %d)".formatted(what, status));
        }
    }
}
