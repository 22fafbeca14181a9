package dev.stoker.image.internal;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.stoker.core.JvmFailure;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.NativeLibraryLoader;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Optional;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgcodecs;
import org.bytedeco.opencv.global.opencv_imgproc;

/** The OpenCV library of this process, loaded once. */
final class OpenCvLibrary {
    private static final String SET_LOG_LEVEL = "_ZN2cv5utils7logging11setLogLevelENS1_8LogLevelE";
    private static final String INCLUDED_PLATFORM = "linux-x86_64";
    private static final int SILENT = 0;
    private static final Optional<LinkageError> FAILURE = setUp();

    private OpenCvLibrary() {}

    /** Makes sure that the library is loaded and set up. */
    static void load() {
        FAILURE.ifPresent(failure -> {
            throw new StokerException("OpenCV cannot be loaded: " + remedy(failure), failure);
        });
    }

    private static String remedy(LinkageError failure) {
        return Loader.getPlatform().equals(INCLUDED_PLATFORM)
                ? JvmFailure.ofError(failure).sentence()
                : "%s; it is included for %s, and builds for others need -Djavacpp.platform=%s"
                        .formatted(failure.getMessage(), INCLUDED_PLATFORM, Loader.getPlatform());
    }

    private static Optional<LinkageError> setUp() {
        try {
            NativeLibraryLoader.load(Loader.getCacheDir().toPath(), "opencv", OpenCvLibrary::loadLibraries);
            // Workers are parallel across rows; threads of OpenCV's own would only compete with them.
            opencv_core.setNumThreads(0);
            SymbolLookup.loaderLookup().find(SET_LOG_LEVEL).ifPresent(OpenCvLibrary::silence);
            DecoderMessages.catchAll();
            return Optional.empty();
        } catch (LinkageError failure) {
            return Optional.of(failure);
        } catch (IOException failure) {
            return Optional.of(new UnsatisfiedLinkError(failure.getMessage()));
        }
    }

    private static void loadLibraries() {
        Loader.load(opencv_core.class);
        Loader.load(opencv_imgproc.class);
        Loader.load(opencv_imgcodecs.class);
    }

    /**
     * Every failure reaches the caller as an exception, so OpenCV's own lines on the terminal only repeat it. JavaCPP
     * does not bind the function.
     */
    private static void silence(MemorySegment function) {
        var descriptor = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
        try {
            int _ = (int)
                    Linker.nativeLinker().downcallHandle(function, descriptor).invokeExact(SILENT);
        } catch (Throwable thrown) {
            throw new IllegalStateException("OpenCV's log level cannot be set", thrown);
        }
    }
}
