package dev.stoker.tensor;

import dev.stoker.core.io.NativeLibraryLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;

/**
 * Loads libtorch once: on the thread that needs it first, or on one that began before. It mentions nothing that needs {@link LibTorch},
 * whose initialization waits for it; where loading fails, everybody who waits gets the same failure.
 */
public final class LibTorchLoading {
    private static final String GPU_BUILD = "/org/bytedeco/pytorch/linux-x86_64-gpu/libtorch_cuda.so";
    private static final boolean HAS_GPU_BUILD = LibTorchLoading.class.getResource(GPU_BUILD) != null;

    private static final FutureTask<Boolean> TASK = new FutureTask<>(LibTorchLoading::load, true);

    private LibTorchLoading() {}

    /** On this thread, unless that was done or is being done. */
    private static void run() {
        TASK.run();
    }

    /** Returns when it is loaded; throws what loading threw, on whatever thread that was. */
    public static void await() {
        run();
        try {
            TASK.get();
        } catch (ExecutionException failure) {
            switch (failure.getCause()) {
                case Error error -> throw error;
                case RuntimeException exception -> throw exception;
                case null, default -> throw new IllegalStateException(failure);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while libtorch is loaded");
        }
    }

    public static boolean hasGpuBuild() {
        return HAS_GPU_BUILD;
    }

    private static void load() {
        // Scopes free everything, so the bookkeeping for the garbage collector (1.3 µs per pointer) is pure loss.
        setDefault("org.bytedeco.javacpp.noPointerGC", "true");
        NativeSettings.setEnvironment();
        if (HAS_GPU_BUILD) {
            setDefault("org.bytedeco.javacpp.platform.extension", "-gpu");
        }
        NativeLibraryLoader.load(unpackFolder(), "torch", LibTorchLoading::loadLibraries);
    }

    private static void loadLibraries() {
        if (HAS_GPU_BUILD) {
            // On a fresh extraction cache, loading anything else first makes the first move to the GPU fail.
            Loader.load(org.bytedeco.pytorch.global.torch_cuda.class);
        }
        Loader.load(torch.class);
    }

    private static Path unpackFolder() {
        try {
            return Loader.getCacheDir().toPath();
        } catch (IOException failure) {
            throw new UnsatisfiedLinkError(failure.getMessage());
        }
    }

    private static void setDefault(String key, String value) {
        if (System.getProperty(key) == null) {
            System.setProperty(key, value);
        }
    }
}
