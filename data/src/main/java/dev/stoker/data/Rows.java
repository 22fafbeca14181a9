package dev.stoker.data;

import dev.stoker.core.random.Seed;
import dev.stoker.data.internal.pipeline.Counts;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Elements and how each becomes a row of {@code rowBytes} bytes and a label.
 *
 * @param seed of the random transforms that the writer applies, if it applies any
 */
public record Rows<T>(Dataset<T> elements, int rowBytes, Optional<Seed> seed, RowWriter<? super T> writer) {
    public Rows {
        Counts.atLeastOne("row bytes", rowBytes);
    }

    /** The same rows of other elements: shuffled, sharded, repeated… */
    public Rows<T> withElements(UnaryOperator<Dataset<T>> change) {
        return new Rows<>(change.apply(elements), rowBytes, seed, writer);
    }

    /** Batches of {@code size} rows, the last of an epoch short, for one epoch. */
    public DataLoader<T> batch(int size) {
        return batch(size, LastBatch.SHORT);
    }

    public DataLoader<T> batch(int size, LastBatch last) {
        return new DataLoader<>(this, size, last, 1, 0, true, BatchShare.ALL);
    }
}
