package dev.stoker.datasets.internal.unpack;

import dev.stoker.core.Bytes;

/** Limits on the unpacked size of an archive: in total, in files, and per byte of the archive. */
public record UnpackLimits(Bytes total, int files, int ratio) {
    /** Below this no ratio is suspicious: a short archive of zeros is harmless. */
    private static final long RATIO_CHECK_FROM_BYTES = 16L << 20;

    public UnpackLimits {
        if (files < 1 || ratio < 1) {
            throw new IllegalArgumentException(
                    "files and ratio must be at least 1, got %d and %d".formatted(files, ratio));
        }
    }

    /** Generous limits for an archive that contains files of this total size. */
    public static UnpackLimits around(Bytes wanted) {
        return new UnpackLimits(new Bytes(4 * wanted.count() + (256L << 20)), 100_000, 200);
    }

    /** Limits for archives of this many images, which hardly shrink when they are packed. */
    public static UnpackLimits ofImages(Bytes packed, int images) {
        return new UnpackLimits(new Bytes(4 * packed.count() + (256L << 20)), 4 * images + 100_000, 200);
    }

    boolean suspicious(long unpacked, long archive) {
        return unpacked > RATIO_CHECK_FROM_BYTES && unpacked / ratio > archive;
    }
}
