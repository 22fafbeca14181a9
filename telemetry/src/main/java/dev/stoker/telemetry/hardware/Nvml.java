package dev.stoker.telemetry.hardware;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** NVML, initialized while open. Its functions return a status and take pointers and unsigned ints. */
final class Nvml implements AutoCloseable {
    private static final int SUCCESS = 0;
    private static final int NOT_SUPPORTED = 3;

    /** NVML is absent, or one of its functions failed. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String reason;

        Failure(String reason) {
            super(reason);
            this.reason = reason;
        }

        String reason() {
            return reason;
        }
    }

    private final String library;
    private final SymbolLookup symbols;

    /** Linking takes far longer than a call, and sensors are read all the time. */
    private final Map<String, MethodHandle> handles = new ConcurrentHashMap<>();

    private Nvml(String library, SymbolLookup symbols) {
        this.library = library;
        this.symbols = symbols;
    }

    static Nvml open(String library) {
        var nvml = new Nvml(library, load(library));
        nvml.call("nvmlInit_v2");
        return nvml;
    }

    /** Loaded for good: libtorch may hold the same library, and drivers are not written to be unloaded. */
    @SuppressWarnings("restricted")
    static SymbolLookup load(String library) {
        try {
            return SymbolLookup.libraryLookup(library, Arena.global());
        } catch (IllegalArgumentException _) {
            throw new Failure(library + " cannot be loaded: no NVIDIA driver is installed");
        }
    }

    void call(String function, Object... arguments) {
        check(function, status(function, arguments));
    }

    /** Returns false where the device does not support the query; other failures throw. */
    boolean callIfSupported(String function, Object... arguments) {
        int status = status(function, arguments);
        if (status != NOT_SUPPORTED) {
            check(function, status);
        }
        return status == SUCCESS;
    }

    /** Returns false where the value cannot be had, for whatever reason: an old driver, a partitioned GPU, a lost one. */
    boolean callIfPossible(String function, Object... arguments) {
        return symbols.find(function).isPresent() && status(function, arguments) == SUCCESS;
    }

    /** A failing shutdown needs no handling, and must not hide the result. */
    @Override
    public void close() {
        status("nvmlShutdown");
    }

    private void check(String function, int status) {
        if (status != SUCCESS) {
            throw new Failure("%s: %s failed with code %d (%s); `nvidia-smi` may say more"
                    .formatted(library, function, status, description(status)));
        }
    }

    private int status(String function, Object... arguments) {
        return (int) invoke(function, JAVA_INT, arguments);
    }

    @SuppressWarnings("restricted")
    private String description(int status) {
        var text = (MemorySegment) invoke("nvmlErrorString", ADDRESS, status);
        return text.reinterpret(Long.MAX_VALUE).getString(0);
    }

    private Object invoke(String function, MemoryLayout result, Object... arguments) {
        MethodHandle handle = handles.computeIfAbsent(function, _ -> handle(function, result, arguments));
        try {
            return handle.invokeWithArguments(arguments);
        } catch (Throwable bug) {
            throw new AssertionError("the call of %s does not match its signature".formatted(function), bug);
        }
    }

    @SuppressWarnings("restricted")
    private MethodHandle handle(String function, MemoryLayout result, Object... arguments) {
        MemorySegment address = symbols.find(function)
                .orElseThrow(() -> new Failure(
                        "%s has no function %s; install a newer NVIDIA driver".formatted(library, function)));
        MemoryLayout[] layouts = Arrays.stream(arguments).map(Nvml::layout).toArray(MemoryLayout[]::new);
        return Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.of(result, layouts));
    }

    private static MemoryLayout layout(Object argument) {
        return argument instanceof Integer ? JAVA_INT : ADDRESS;
    }
}
