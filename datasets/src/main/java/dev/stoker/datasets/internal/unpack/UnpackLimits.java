package dev.stoker.datasets.internal.unpack;

import dev.stoker.core.Bytes;

/** What an archive may unfold into at most: in all, in files, and for each byte of the archive. */
public record UnpackLimits(Bytes total, int files, int ratio) {
    /** Below this no ratio is suspicious: a short archive of zeros harms nobody. */
    private static final long RATIO_CHECK_FROM_BYTES = 16L << 20;

    public UnpackLimits {
        if (files < 1 || ratio < 1) {
            throw new IllegalArgumentException(
                    "files and ratio must be at least 1, got %d and %d".formatted(files, ratio));
        }
    }

    /** Generous for an archive from which files of this size are wanted. */
    public static UnpackLimits around(Bytes wanted) {
        return new UnpackLimits(new Bytes(4 * wanted.count() + (256L << 20)), 100_000, 200);
    }

    boolean suspicious(long unpacked, long archive) {
        return unpacked > RATIO_CHECK_FROM_BYTES && unpacked / ratio > archive;
    }
}
