package dev.stoker.datasets;

import dev.stoker.core.Shape;
import java.util.List;
import java.util.Optional;

/** A training and a test split of labeled rows that share one format, and the names of the classes. */
public interface LabeledDataset extends AutoCloseable {
    String name();

    /** What each row of both splits holds. */
    RowFormat format();

    /** The shape of each row. */
    default Shape shape() {
        return format().shape();
    }

    /** The names of the classes; a label is an index into this list. */
    List<String> classes();

    DatasetSplit training();

    DatasetSplit test();

    /** Identifies the data for a run that is resumed; empty where nothing can be said about it. */
    default Optional<DatasetFingerprint> fingerprint() {
        return Optional.empty();
    }

    @Override
    default void close() {
        try (var _ = test()) {
            training().close();
        }
    }
}
