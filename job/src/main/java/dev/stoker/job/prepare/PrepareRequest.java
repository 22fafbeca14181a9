package dev.stoker.job.prepare;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.prepare.CropReadyMode;
import dev.stoker.datasets.prepare.PreparationSettings;
import dev.stoker.datasets.prepare.SplitFractions;
import dev.stoker.image.transform.DownscaleLimit;
import dev.stoker.job.plan.AutoCount;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What was asked of {@code prepare}, as texts; keys that are absent have their defaults. */
public record PrepareRequest(Path source, Path destination, Map<PrepareKey, String> values) {
    public PrepareRequest {
        values = Map.copyOf(values);
    }

    PreparationSettings settings() {
        try {
            return new PreparationSettings(
                    source,
                    destination,
                    optional(
                            PrepareKey.SPLIT,
                            "shares that add up to 1, such as 0.9,0.1 or 0.8,0.1,0.1",
                            SplitFractions::parse),
                    new Seed(value(PrepareKey.SEED, "a whole number", Long::parseLong)),
                    new DownscaleLimit(side(PrepareKey.RESIZE), side(PrepareKey.MAX_SIDE)),
                    number(PrepareKey.QUALITY),
                    isOn(PrepareKey.RAW),
                    cropReady(),
                    isOn(PrepareKey.DEDUPE),
                    value(PrepareKey.SHARD_SIZE, "a size such as 100MB, 512MiB or 2GB", Bytes::parse),
                    optional(PrepareKey.CLASSES, "a file", Path::of),
                    value(PrepareKey.WORKERS, "at least 1, or auto", AutoCount::parse)
                            .or(Runtime.getRuntime()::availableProcessors),
                    number(PrepareKey.MAX_CORRUPT),
                    isOn(PrepareKey.SHUFFLE),
                    isOn(PrepareKey.TRUST),
                    isOn(PrepareKey.OVERWRITE));
        } catch (IllegalArgumentException wrong) {
            throw new StokerException(String.valueOf(wrong.getMessage()), wrong);
        }
    }

    private String text(PrepareKey key) {
        return values.getOrDefault(key, key.fallback());
    }

    private boolean isOn(PrepareKey key) {
        return Boolean.parseBoolean(text(key));
    }

    private CropReadyMode cropReady() {
        return values.containsKey(PrepareKey.CROP_READY)
                ? isOn(PrepareKey.CROP_READY) ? CropReadyMode.ON : CropReadyMode.OFF
                : CropReadyMode.AUTO;
    }

    private int number(PrepareKey key) {
        return value(key, "a whole number", Integer::parseInt);
    }

    private int side(PrepareKey key) {
        return text(key).equals("none")
                ? Integer.MAX_VALUE
                : value(key, "a positive number of pixels", PrepareRequest::positive);
    }

    private static int positive(String text) {
        int value = Integer.parseInt(text);
        if (value < 1) {
            throw new IllegalArgumentException(text);
        }
        return value;
    }

    private <T> Optional<T> optional(PrepareKey key, String expected, Function<String, T> parser) {
        return values.containsKey(key) ? Optional.of(value(key, expected, parser)) : Optional.empty();
    }

    private <T> T value(PrepareKey key, String expected, Function<String, T> parser) {
        try {
            return parser.apply(text(key));
        } catch (IllegalArgumentException | ArithmeticException wrong) {
            throw new StokerException("%s must be %s, got '%s'".formatted(key.flag(), expected, text(key)), wrong);
        }
    }
}
