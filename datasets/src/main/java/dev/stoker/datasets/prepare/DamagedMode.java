package dev.stoker.datasets.prepare;

/** What becomes of images that can be decoded, but with missing or wrong pixels. */
public enum DamagedMode {
    /** They are left out. */
    SKIP,
    /** What can be decoded of them is encoded again, so that whoever reads the shards finds intact files. */
    KEEP
}
