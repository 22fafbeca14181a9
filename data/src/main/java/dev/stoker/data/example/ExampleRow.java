package dev.stoker.data.example;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The features of one example, by their index in the schema. A row is reused for many examples and allocates only
 * when a list is longer than any before. Byte strings are slices of the payload and valid as long as that is. For one
 * thread.
 */
public final class ExampleRow {
    private final List<FeatureCell> cells;
    private final List<MemorySegment> names;
    private int expected;

    public ExampleRow(ExampleSchema schema) {
        cells = schema.features().stream().map(FeatureCell::new).toList();
        names = schema.features().stream()
                .map(feature -> MemorySegment.ofArray(feature.name().getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    /** Whether the example has the feature, rather than the schema a default for it. */
    public boolean isPresent(int feature) {
        return cells.get(feature).isPresent();
    }

    public int count(int feature) {
        return cells.get(feature).column().count();
    }

    public long int64(int feature, int position) {
        if (cells.get(feature).column() instanceof Int64Column column) {
            return column.at(Objects.checkIndex(position, column.count()));
        }
        throw otherKind(feature, FeatureKind.INT64);
    }

    public float float32(int feature, int position) {
        if (cells.get(feature).column() instanceof FloatColumn column) {
            return column.at(Objects.checkIndex(position, column.count()));
        }
        throw otherKind(feature, FeatureKind.FLOAT);
    }

    public MemorySegment bytes(int feature, int position) {
        if (cells.get(feature).column() instanceof BytesColumn column) {
            return column.at(Objects.checkIndex(position, column.count()));
        }
        throw otherKind(feature, FeatureKind.BYTES);
    }

    List<FeatureCell> cells() {
        return cells;
    }

    void clear() {
        expected = 0;
        for (FeatureCell cell : cells) {
            cell.clear();
        }
    }

    /** Most files keep their features in one order, so the search starts after the one found last. */
    @Nullable
    FeatureCell find(MemorySegment bytes, long start, long end) {
        for (int i = 0; i < names.size(); i++) {
            int candidate = expected + i < names.size() ? expected + i : expected + i - names.size();
            var name = names.get(candidate);
            if (name.byteSize() == end - start
                    && MemorySegment.mismatch(name, 0, name.byteSize(), bytes, start, end) < 0) {
                expected = candidate + 1;
                return cells.get(candidate);
            }
        }
        return null;
    }

    private IllegalArgumentException otherKind(int feature, FeatureKind asked) {
        var declared = cells.get(feature).feature();
        return new IllegalArgumentException("feature %s holds %s values and cannot be read as %s"
                .formatted(declared.name(), declared.kind(), asked));
    }
}
