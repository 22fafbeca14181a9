package dev.stoker.bench.internal.format;

import java.util.Arrays;

/** A damaged file and the valid one that it was made of. */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record FuzzInput(byte[] original, byte[] bytes) {

    boolean isUnchanged() {
        return Arrays.equals(original, bytes);
    }
}
