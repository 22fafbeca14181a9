package dev.stoker.datasets;

import dev.stoker.core.Shape;
import dev.stoker.core.Task;
import dev.stoker.data.label.Targets;
import java.util.List;
import java.util.Optional;

/** Splits of labeled rows that share one format, and the names of the classes. Only the training split is always there. */
public interface LabeledDataset extends AutoCloseable {
    String name();

    /** What each row of all splits holds. */
    RowFormat format();

    /** The shape of each row. */
    default Shape shape() {
        return format().shape();
    }

    /**
     * The names of the model's outputs: of the classes, or of the numbers that it predicts. A label is an index into this list, or the
     * number of a row of {@link #targets}.
     */
    List<String> classes();

    /** What samples are trained towards; empty where each has one class. */
    default Optional<Targets> targets() {
        return Optional.empty();
    }

    /** What a model that is trained on it says of a sample. */
    default Task task() {
        return targets().map(Targets::task).orElse(Task.CLASSIFICATION);
    }

    DatasetSplit training();

    /** Samples to look at while training: to select the best weights, and to decide when to stop. */
    Optional<DatasetSplit> validation();

    /** Samples to look at once, after training. */
    Optional<DatasetSplit> test();

    /** How many samples there are for training and validation together. */
    default int samplesToDivide() {
        return training().size() + validation().map(DatasetSplit::size).orElse(0);
    }

    /** The same dataset in other splits. */
    LabeledDataset withSplits(DatasetSplit training, Optional<DatasetSplit> validation, Optional<DatasetSplit> test);

    /** Identifies the data for a run that is resumed; empty where nothing can be said about it. */
    default Optional<DatasetFingerprint> fingerprint() {
        return Optional.empty();
    }

    @Override
    default void close() {
        test().ifPresent(DatasetSplit::close);
        validation().ifPresent(DatasetSplit::close);
        training().close();
    }
}
