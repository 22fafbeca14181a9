package dev.stoker.data.example;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The expected type and length of one feature. With a length it must have exactly that many values, and must be present
 * unless it has a default; without one it may have any number of values, and none if it is absent.
 */
public record Feature(String name, FeatureKind kind, OptionalInt length, Optional<FeatureValues> defaultValues) {
    public Feature {
        if (length.isPresent() && length.getAsInt() < 1) {
            throw new IllegalArgumentException(
                    "the length of feature %s must be at least 1, got %d".formatted(name, length.getAsInt()));
        }
        if (defaultValues.isPresent() && !fits(defaultValues.get(), kind, length)) {
            throw new IllegalArgumentException("the default of feature %s must have its kind and length, got %d of %s"
                    .formatted(
                            name,
                            defaultValues.get().count(),
                            defaultValues.get().kind()));
        }
    }

    private static boolean fits(FeatureValues values, FeatureKind kind, OptionalInt length) {
        return values.kind() == kind && length.isPresent() && values.count() == length.getAsInt();
    }

    public static Feature int64(String name, int length) {
        return fixed(name, FeatureKind.INT64, length);
    }

    public static Feature floats(String name, int length) {
        return fixed(name, FeatureKind.FLOAT, length);
    }

    public static Feature bytes(String name, int length) {
        return fixed(name, FeatureKind.BYTES, length);
    }

    public static Feature variableInt64(String name) {
        return variable(name, FeatureKind.INT64);
    }

    public static Feature variableFloats(String name) {
        return variable(name, FeatureKind.FLOAT);
    }

    public static Feature variableBytes(String name) {
        return variable(name, FeatureKind.BYTES);
    }

    /** The same feature, with values for examples that lack it. */
    public Feature withDefault(FeatureValues values) {
        return new Feature(name, kind, length, Optional.of(values));
    }

    private static Feature fixed(String name, FeatureKind kind, int length) {
        return new Feature(name, kind, OptionalInt.of(length), Optional.empty());
    }

    private static Feature variable(String name, FeatureKind kind) {
        return new Feature(name, kind, OptionalInt.empty(), Optional.empty());
    }
}
