package dev.stoker.tensor;

import org.bytedeco.javacpp.Pointer;

/** What native code holds for this process. */
public final class NativeMemory {
    private NativeMemory() {}

    /**
     * Native objects that Java holds. JavaCPP counts them only when run with
     * {@code -Dorg.bytedeco.javacpp.noPointerGC=false}.
     */
    public static long livePointers() {
        LibTorch.load();
        return Pointer.totalCount();
    }
}
