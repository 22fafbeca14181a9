package dev.stoker.data.example;

import dev.stoker.core.StokerException;
import org.jspecify.annotations.Nullable;

/** One feature of the current row: what is expected of it, and what was found. */
final class FeatureCell {
    private final Feature feature;
    private final FeatureColumn decoded;
    private final FeatureColumn absent;
    private @Nullable FeatureKind found;

    FeatureCell(Feature feature) {
        this.feature = feature;
        decoded = FeatureColumn.of(feature.kind());
        absent = feature.defaultValues().map(FeatureColumn::of).orElse(decoded);
    }

    Feature feature() {
        return feature;
    }

    boolean isPresent() {
        return found != null;
    }

    /** Absent, with neither a default nor a variable length. */
    boolean isMissing() {
        return found == null
                && feature.length().isPresent()
                && feature.defaultValues().isEmpty();
    }

    FeatureColumn column() {
        return found == null ? absent : decoded;
    }

    void clear() {
        found = null;
        decoded.clear();
    }

    /** Merges as protocol buffers do: a list of the same kind is added, one of another kind takes the place. */
    void append(FeatureKind kind, ProtobufReader list, long end) {
        if (kind != found) {
            decoded.clear();
            found = kind;
        }
        if (kind == feature.kind()) {
            decoded.append(list, end);
        } else {
            list.moveTo(end);
        }
    }

    /** Compares what was found, if anything, with what is expected. */
    void check() {
        if (found != null && found != feature.kind()) {
            throw new StokerException("feature %s holds %s values, the schema says %s; correct the schema"
                    .formatted(feature.name(), found, feature.kind()));
        }
        int count = column().count();
        if (feature.length().isPresent() && feature.length().getAsInt() != count) {
            throw new StokerException(
                    "feature %s holds %d values, the schema says %d; correct the schema or make its length variable"
                            .formatted(feature.name(), count, feature.length().getAsInt()));
        }
    }
}
