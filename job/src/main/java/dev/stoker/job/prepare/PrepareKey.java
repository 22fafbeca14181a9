package dev.stoker.job.prepare;

import java.util.Locale;

/** A setting of {@code prepare}; one without a label is a switch. */
public enum PrepareKey {
    SPLIT("SHARES", "train,validation[,test] by a hash of the path; for trees without parts (0.9,0.1)", ""),
    SEED("N", "root of the split and the order", "1"),
    RESIZE("N", "shrink images until the shorter side has N pixels", "none"),
    MAX_SIDE("N", "shrink images until the longer side has N pixels", "none"),
    QUALITY("N", "quality of JPEGs that are encoded again, 1 to 100", "92"),
    RAW("", "store the pixels of images up to 128×128 instead of their files", "false"),
    CROP_READY(
            "",
            "rewrite JPEGs without loss so that crops of them decode faster; unasked where that adds up to 3 %, never"
                    + " with --no-crop-ready",
            "auto"),
    DEDUPE("", "drop files whose bytes another one of the same part has", "false"),
    SHARD_SIZE("SIZE", "about how large a shard is", "100MB"),
    CLASSES("FILE", "names of the classes, one per line in the order of their labels", ""),
    WORKERS("N", "threads that read, check and encode", "auto"),
    MAX_CORRUPT("N", "files that are no sound images and may be skipped", "0"),
    SHUFFLE("", "mix the order within a part; --no-shuffle keeps the order of the paths", "true"),
    TRUST("", "do not decode images to prove that they are sound", "false"),
    OVERWRITE("", "replace the destination, or an unfinished one with other settings", "false");

    private final String label;
    private final String description;
    private final String fallback;

    PrepareKey(String label, String description, String fallback) {
        this.label = label;
        this.description = description;
        this.fallback = fallback;
    }

    /** The name of the flag, without its dashes. */
    public String flag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String label() {
        return label;
    }

    public boolean isSwitch() {
        return label.isEmpty();
    }

    public String description() {
        return description;
    }

    /** The value where none is given; empty where there is none to show. */
    public String fallback() {
        return fallback;
    }
}
