package dev.stoker.datasets.prepare;

import dev.stoker.core.Bytes;
import dev.stoker.core.random.Seed;
import dev.stoker.image.transform.DownscaleLimit;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The settings of a preparation. */
public record PreparationSettings(
        Path source,
        Path destination,
        Optional<SplitFractions> split,
        Seed seed,
        DownscaleLimit downscaleLimit,
        int quality,
        boolean raw,
        CropReadyMode cropReady,
        boolean dedupe,
        Bytes shardSize,
        Optional<Path> classes,
        int workers,
        int maxCorrupt,
        DamagedMode damaged,
        boolean shuffle,
        boolean trust,
        boolean overwrite) {
    private static final SplitFractions DEFAULT_SPLIT = new SplitFractions(0.9, 0.1, 0);

    public PreparationSettings {
        atLeast("the size of a shard", shardSize.count(), 1);
        atLeast("workers", workers, 1);
        atLeast("max-corrupt", maxCorrupt, 0);
        if (quality < 1 || quality > 100) {
            throw new IllegalArgumentException("quality must be between 1 and 100, got " + quality);
        }
    }

    private static void atLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException("%s must be at least %d, got %d".formatted(name, least, value));
        }
    }

    /** The default split of a source that has no folders for splits. */
    SplitFractions splitOrDefault() {
        return split.orElse(DEFAULT_SPLIT);
    }

    boolean reencodes() {
        return raw || !downscaleLimit.equals(DownscaleLimit.NONE) || cropReady == CropReadyMode.ON;
    }

    PreparationSettings withCropReady(CropReadyMode resolved) {
        return new PreparationSettings(
                source,
                destination,
                split,
                seed,
                downscaleLimit,
                quality,
                raw,
                resolved,
                dedupe,
                shardSize,
                classes,
                workers,
                maxCorrupt,
                damaged,
                shuffle,
                trust,
                overwrite);
    }

    /** The settings that determine the content of the shards, for the manifest and for comparing two runs. */
    Map<String, String> content() {
        var content = new LinkedHashMap<String, String>();
        content.put("split", split.map(SplitFractions::toString).orElse("auto"));
        content.put("seed", Long.toString(seed.value()));
        content.put("resize", side(downscaleLimit.shorterSide()));
        content.put("max-side", side(downscaleLimit.longerSide()));
        content.put("quality", Integer.toString(quality));
        content.put("raw", Boolean.toString(raw));
        content.put("crop-ready", Boolean.toString(cropReady == CropReadyMode.ON));
        content.put("dedupe", Boolean.toString(dedupe));
        content.put("shard-size", Long.toString(shardSize.count()));
        content.put("classes", classes.isPresent() ? "given" : "folders");
        content.put("shuffle", Boolean.toString(shuffle));
        content.put("trust", Boolean.toString(trust));
        content.put("damaged", damaged.name().toLowerCase(Locale.ROOT));
        return content;
    }

    private static String side(int limit) {
        return limit == Integer.MAX_VALUE ? "none" : Integer.toString(limit);
    }
}
