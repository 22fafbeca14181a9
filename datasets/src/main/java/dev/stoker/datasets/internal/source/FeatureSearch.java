package dev.stoker.datasets.internal.source;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.MemoryTracker;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.data.example.ExampleReader;
import dev.stoker.data.example.FeatureKind;
import dev.stoker.data.record.RecordShards;
import dev.stoker.datasets.ImageSourceSettings;
import dev.stoker.datasets.internal.image.ImageFeatures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the features of image and label in the first record, by the settings or by the names that are common. */
final class FeatureSearch {
    /** Those of {@code stoker prepare} and TensorFlow's ImageNet, then those of TensorFlow Datasets. */
    private static final List<String> IMAGES = List.of("image/encoded", "image");

    private static final List<String> LABELS = List.of("image/class/label", "label");
    private static final int MOST_CORRUPT = 100;
    private static final int SIDES = 2;
    private static final String DEFAULT_CHANNELS = "3";

    private final String place;
    private final Map<String, FeatureKind> kinds;

    private FeatureSearch(String place, Map<String, FeatureKind> kinds) {
        this.place = place;
        this.kinds = kinds;
    }

    static ImageFeatures in(RecordShards shards, ImageSourceSettings settings) {
        try (var reader = shards.reader(MemoryTracker.UNLIMITED)) {
            for (long record = 0; ; record++) {
                try {
                    var kinds = new ExampleReader().kinds(reader.read(record));
                    return new FeatureSearch(shards.place(record), kinds).features(settings);
                } catch (CorruptDataException corrupt) {
                    // Training may skip it; what all records look like can be learned from another one.
                    if (record + 1 == Math.min(MOST_CORRUPT, shards.count())) {
                        throw corrupt;
                    }
                }
            }
        }
    }

    private ImageFeatures features(ImageSourceSettings settings) {
        String image = found("image", "image-feature", settings.imageFeature(), IMAGES);
        if (kinds.get(image) != FeatureKind.BYTES) {
            throw wrongKind(image, "an image is bytes", "image-feature");
        }
        String label = found("label", "label-feature", settings.labelFeature(), LABELS);
        var kind = kinds.get(label);
        if (kind == FeatureKind.FLOAT || kind == null) {
            throw wrongKind(label, "a label is int64, or bytes that are a name", "label-feature");
        }
        return new ImageFeatures(image, label, kind, shape(settings.shapeFeatures()));
    }

    private String found(String what, String key, Optional<String> given, List<String> defaults) {
        var candidates = given.map(List::of).orElse(defaults);
        return candidates.stream()
                .filter(kinds::containsKey)
                .findFirst()
                .orElseThrow(() -> new StokerException(
                                "%s: there is no feature %s for the %s%s; name the one with %s (features: %s)"
                                        .formatted(
                                                place,
                                                String.join(" or ", candidates),
                                                what,
                                                given.map(name -> NameSuggestion.didYouMean(name, kinds.keySet()))
                                                        .orElse(""),
                                                key,
                                                listed()))
                        .about(key));
    }

    private List<String> shape(List<String> asked) {
        if (asked.isEmpty()) {
            return List.of();
        }
        if (asked.size() < SIDES || asked.size() > SIDES + 1) {
            throw new StokerException("shape-features are height, width and, unless it is 3, the channels, got %s"
                            .formatted(String.join(",", asked)))
                    .about("shape-features");
        }
        for (String side : asked) {
            if (!ImageFeatures.isNumber(side)) {
                String name = found("shape", "shape-features", Optional.of(side), List.of());
                if (kinds.get(name) != FeatureKind.INT64) {
                    throw wrongKind(name, "a side is int64", "shape-features");
                }
            }
        }
        return asked.size() == SIDES ? List.of(asked.get(0), asked.get(1), DEFAULT_CHANNELS) : asked;
    }

    private StokerException wrongKind(String feature, String expected, String key) {
        return new StokerException("%s: the feature %s holds %s values, but %s; name another one with %s (features: %s)"
                        .formatted(place, feature, kinds.get(feature), expected, key, listed()))
                .about(key);
    }

    private String listed() {
        return kinds.isEmpty()
                ? "none"
                : kinds.entrySet().stream()
                        .map(each -> "%s (%s)".formatted(each.getKey(), each.getValue()))
                        .collect(Collectors.joining(", "));
    }
}
