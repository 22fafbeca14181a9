package dev.stoker.tensor.internal;

import static org.bytedeco.cuda.global.cudart.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
import static org.bytedeco.cuda.global.cudart.cuFuncSetAttribute;
import static org.bytedeco.cuda.global.cudart.cuLaunchKernel;
import static org.bytedeco.cuda.global.cudart.cuModuleGetFunction;
import static org.bytedeco.cuda.global.cudart.cuModuleLoadData;
import static org.bytedeco.cuda.global.cudart.cuOccupancyMaxActiveBlocksPerMultiprocessor;
import static org.bytedeco.cuda.global.cudart.cudaFree;
import static org.bytedeco.cuda.global.nvrtc.nvrtcCompileProgram;
import static org.bytedeco.cuda.global.nvrtc.nvrtcCreateProgram;
import static org.bytedeco.cuda.global.nvrtc.nvrtcDestroyProgram;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetCUBIN;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetCUBINSize;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetErrorString;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetProgramLog;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetProgramLogSize;
import static org.bytedeco.cuda.global.nvrtc.nvrtcVersion;

import dev.stoker.core.StokerException;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.GpuSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.cuda.cudart.CUfunc_st;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.nvrtc._nvrtcProgram;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.pytorch.global.torch_cuda;

/** CUDA C of this room, compiled by NVRTC for the present GPU when it is first used, and kept for later processes. It stays loaded until the process ends. */
public final class CudaModule {
    private static final Pattern INCLUSION = Pattern.compile("^#include \"(.*)\"$", Pattern.MULTILINE);
    private static final CompiledKernels COMPILED = CompiledKernels.ofUser();
    private static final long SLOT = 8; // every argument fits, and alignment holds
    private static final int DEFAULT_SHARED_BYTES = 48 << 10;

    /** The launch configuration of a kernel: blocks and threads in two dimensions each. */
    public record Grid(int blocksX, int blocksY, int threadsX, int threadsY) {}

    /** Whether the compiler may fuse a product and the sum after it into one rounding (FMA): faster, but not what Java computes. */
    public enum FmaContraction {
        FUSED,
        SEPARATE
    }

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

    /** Compiles a resource of the tensor package; definitions look like {@code NAME=VALUE}. */
    public static CudaModule compile(String resource, Device.Cuda device, List<String> definitions) {
        return compile(resource, device, definitions, FmaContraction.FUSED);
    }

    public static CudaModule compile(
            String resource, Device.Cuda device, List<String> definitions, FmaContraction rounding) {
        try (var _ = new PointerScope()) {
            var options = options(GpuSettings.capability(device), definitions, rounding);
            var origin = new ArrayList<>(List.of(source(resource), compilerVersion()));
            origin.addAll(options);
            var binary = new BytePointer(COMPILED.get(origin, () -> bytes(binary(resource, options))));
            var module = new CUmod_st().<CUmod_st>retainReference();
            // The driver loads into the context of this thread, which has one after its first call of the runtime only.
            CudaStatus.check(cudaFree((Pointer) null), "starting " + device);
            check(cuModuleLoadData(module, binary), "loading " + resource);
            return new CudaModule((byte) device.index(), module);
        }
    }

    /** Machine code for a compute capability; needs no GPU. It belongs to the innermost scope. */
    public static BytePointer binary(
            String resource, int capability, List<String> definitions, FmaContraction rounding) {
        return binary(resource, options(capability, definitions, rounding));
    }

    private static List<String> options(int capability, List<String> definitions, FmaContraction rounding) {
        var options = new ArrayList<String>();
        options.add("--gpu-architecture=sm_" + capability);
        options.add("--fmad=" + (rounding == FmaContraction.FUSED));
        definitions.forEach(definition -> options.add("-D" + definition));
        return options;
    }

    /** Whether NVRTC is on this machine. */
    public static boolean hasCompiler() {
        try {
            return !compilerVersion().isEmpty();
        } catch (StokerException | LinkageError _) {
            return false;
        }
    }

    private static String compilerVersion() {
        int[] major = new int[1];
        int[] minor = new int[1];
        compiled(nvrtcVersion(major, minor), "kernels", "");
        return major[0] + "." + minor[0];
    }

    private static byte[] bytes(BytePointer pointer) {
        byte[] bytes = new byte[Math.toIntExact(pointer.capacity())];
        pointer.get(bytes);
        return bytes;
    }

    private static BytePointer binary(String resource, List<String> options) {
        var program = new _nvrtcProgram();
        var source = new BytePointer(source(resource), StandardCharsets.UTF_8);
        compiled(
                nvrtcCreateProgram(
                        program, source, new BytePointer(resource), 0, (PointerPointer<?>) null, (PointerPointer<?>)
                                null),
                resource,
                "");
        try {
            int status = nvrtcCompileProgram(program, options.size(), pointers(options));
            compiled(status, resource, status == 0 ? "" : log(program));
            var size = new SizeTPointer(1);
            compiled(nvrtcGetCUBINSize(program, size), resource, "");
            var binary = new BytePointer(size.get());
            compiled(nvrtcGetCUBIN(program, binary), resource, "");
            return binary;
        } finally {
            nvrtcDestroyProgram(program);
        }
    }

    private static PointerPointer<BytePointer> pointers(List<String> texts) {
        var pointers = new PointerPointer<BytePointer>(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            pointers.put(i, new BytePointer(texts.get(i)));
        }
        return pointers;
    }

    /** The text of a resource, with that of others in place of the lines that include them: NVRTC finds no files. */
    private static String source(String resource) {
        try (var stream = Objects.requireNonNull(Tensor.class.getResourceAsStream(resource), resource)) {
            var text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return INCLUSION.matcher(text).replaceAll(line -> Matcher.quoteReplacement(source(line.group(1))));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String log(_nvrtcProgram program) {
        var size = new SizeTPointer(1);
        nvrtcGetProgramLogSize(program, size);
        var log = new BytePointer(size.get());
        nvrtcGetProgramLog(program, log);
        return "\n" + log.getString();
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

    private static void compiled(int status, String resource, String log) {
        if (status != 0) {
            throw new StokerException("compiling %s failed: %s%s"
                    .formatted(resource, nvrtcGetErrorString(status).getString(), log));
        }
    }

    private static void check(int status, String what) {
        if (status != 0) {
            throw new StokerException("%s failed (CUDA driver error %d)".formatted(what, status));
        }
    }
}
