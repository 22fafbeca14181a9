package dev.stoker.job.prepare;

import dev.stoker.core.Bytes;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.prepare.DamagedMode;
import dev.stoker.datasets.prepare.SplitFractions;
import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The options of {@code prepare}; each component is a flag, under its name with dashes. */
public record PrepareOptions(
        @Description(
                value = "split: train,validation[,test] shares by a hash of the path, for folders without splits"
                        + " (0.9,0.1)",
                label = "SHARES")
        @Default("")
        Optional<SplitFractions> split,

        @Description(value = "random seed of the split and the order", label = "N") @Default("1")
        long seed,

        @Description(value = "resize: shrink images until the shorter side has N pixels", label = "N") @Default("none")
        Optional<Integer> resize,

        @Description(value = "maximum side: shrink images until the longer side has N pixels", label = "N")
        @Default("none")
        Optional<Integer> maxSide,

        @Description(value = "JPEG quality of images that are encoded again, 1 to 100", label = "N") @Default("92")
        int quality,

        @Description("raw pixels: store the pixels of images up to 128×128 instead of their files") @Default("false")
        boolean raw,

        @Description("crop-ready JPEGs: rewrite losslessly so that crops decode faster; automatic where that adds up to"
                + " 5 %, never with --no-crop-ready")
        @Default("auto")
        Auto<Boolean> cropReady,

        @Description("deduplication: drop files identical to another one of the same split") @Default("false")
        boolean dedupe,

        @Description(value = "shard size, approximate", label = "SIZE") @Default("100MB")
        Bytes shardSize,

        @Description(value = "class names file, one per line in the order of the labels", label = "FILE") @Default("")
        Optional<Path> classes,

        @Description(value = "worker threads that read, verify and encode", label = "N") @Default("auto")
        Auto<Integer> workers,

        @Description(value = "maximum number of corrupt images to skip", label = "N") @Default("0")
        int maxCorrupt,

        @Description("damaged JPEGs, which decode with missing or wrong pixels: skip, or keep, which encodes again what"
                + " can be decoded of them")
        @Default("skip")
        DamagedMode damaged,

        @Description("shuffle within a split; --no-shuffle keeps the order of the paths") @Default("true")
        boolean shuffle,

        @Description("skip verification: do not decode images to verify them") @Default("false")
        boolean trust,

        @Description("overwrite the destination, or an unfinished one with other settings") @Default("false")
        boolean overwrite) {

    private static final String PIXELS = "a positive number of pixels";
    private static final List<OptionKey> KEYS = OptionKey.of(PrepareOptions.class);

    public PrepareOptions {
        resize.ifPresent(side -> KeyCheck.that("resize", side >= 1, PIXELS, side));
        maxSide.ifPresent(side -> KeyCheck.that("max-side", side >= 1, PIXELS, side));
        KeyCheck.that("workers", workers.isAutoOr(count -> count >= 1), "at least 1, or auto", workers);
    }

    public static List<OptionKey> keys() {
        return KEYS;
    }

    /** Options from texts by key, such as the values of flags; the others have their defaults. */
    public static PrepareOptions of(Map<String, String> texts) {
        var names = KEYS.stream().map(OptionKey::name).toList();
        texts.keySet().stream()
                .filter(name -> !names.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new StokerException(
                            "prepare has no option '%s'%s".formatted(name, NameSuggestion.didYouMean(name, names)));
                });
        return OptionKey.construct(
                PrepareOptions.class, KEYS, key -> key.parse(texts.getOrDefault(key.name(), key.defaultText())));
    }
}
