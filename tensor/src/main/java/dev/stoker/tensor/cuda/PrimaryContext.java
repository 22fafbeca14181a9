package dev.stoker.tensor.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.stoker.tensor.NativeSettings;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * The context that everything in this process shares on a GPU. It takes half a second to create, about as long as libtorch takes to be
 * loaded. The driver alone can do it, so that the one is beside the other; libtorch finds the context when it first uses the GPU.
 */
public final class PrimaryContext {
    private static final String DRIVER = "libcuda.so.1";
    private static final int SUCCESS = 0;

    private PrimaryContext() {}

    /**
     * Creates the context of the only GPU that this process sees, and keeps it. False where there is no driver, no GPU or more than one:
     * which of several is used is decided later.
     */
    public static boolean createForOnlyGpu() {
        NativeSettings.setEnvironment();
        try (var arena = Arena.ofConfined()) {
            var driver = SymbolLookup.libraryLookup(DRIVER, Arena.global());
            var number = arena.allocate(JAVA_INT);
            if (isSuccess((int) function(driver, "cuInit", JAVA_INT).invokeExact(0))
                    && isSuccess(
                            (int) function(driver, "cuDeviceGetCount", ADDRESS).invokeExact(number))
                    && number.get(JAVA_INT, 0) == 1
                    && isSuccess((int)
                            function(driver, "cuDeviceGet", ADDRESS, JAVA_INT).invokeExact(number, 0))) {
                int status = (int) function(driver, "cuDevicePrimaryCtxRetain", ADDRESS, JAVA_INT)
                        .invokeExact(arena.allocate(ADDRESS), number.get(JAVA_INT, 0));
                return isSuccess(status);
            }
            return false;
        } catch (IllegalArgumentException _) {
            return false; // there is no driver
        } catch (Throwable bug) {
            throw new AssertionError("a call of the driver does not match its signature", bug);
        }
    }

    private static boolean isSuccess(int status) {
        return status == SUCCESS;
    }

    private static MethodHandle function(SymbolLookup driver, String name, MemoryLayout... arguments) {
        return Linker.nativeLinker()
                .downcallHandle(driver.findOrThrow(name), FunctionDescriptor.of(JAVA_INT, arguments));
    }
}
