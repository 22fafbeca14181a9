package dev.stoker.datasets.table;

import dev.stoker.core.StokerException;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Dataset;
import dev.stoker.data.Rows;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.TrainingRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Encoded rows in memory: as many 32-bit floats each as there are feature columns. */
final class TableSplit implements DatasetSplit {
    private final MemorySegment values;
    private final int[] labels;
    private final int rowBytes;

    private TableSplit(MemorySegment values, int[] labels, int rowBytes) {
        this.values = values;
        this.labels = labels;
        this.rowBytes = rowBytes;
    }

    /** Collects encoded rows. */
    static final class Builder {
        private final int rowBytes;
        private final MemorySegment values;
        private final int[] labels;
        private int size;

        Builder(int rows, int width) {
            rowBytes = Math.multiplyExact(Float.BYTES, width);
            values = Arena.ofAuto().allocate(Math.max(1, (long) rows * rowBytes), Float.BYTES);
            labels = new int[rows];
        }

        void add(float[] row, int label) {
            MemorySegment.copy(row, 0, values, ValueLayout.JAVA_FLOAT, (long) size * rowBytes, row.length);
            labels[size++] = label;
        }

        TableSplit build() {
            return new TableSplit(values, Arrays.copyOf(labels, size), rowBytes);
        }
    }

    @Override
    public int size() {
        return labels.length;
    }

    @Override
    public TrainingRows trainingRows(ImageRoute route, AugmentationSettings augmentation, Seed seed) {
        if (!augmentation.equals(AugmentationSettings.DEFAULTS)) {
            throw new StokerException(
                            "rows of a table cannot be augmented; remove flip, shift, edge and the other augmentations")
                    .about("flip", "shift", "edge");
        }
        return new TrainingRows(evaluationRows());
    }

    @Override
    public Rows<?> evaluationRows() {
        return Dataset.range(labels.length).rows(rowBytes, (index, row, _) -> {
            MemorySegment.copy(values, index * rowBytes, row, 0, rowBytes);
            return labels[Math.toIntExact(index)];
        });
    }

    @Override
    public DatasetSplit select(int[] samples) {
        var chosen = Arena.ofAuto().allocate(Math.max(1, (long) samples.length * rowBytes), Float.BYTES);
        for (int i = 0; i < samples.length; i++) {
            MemorySegment.copy(values, (long) samples[i] * rowBytes, chosen, (long) i * rowBytes, rowBytes);
        }
        return new TableSplit(
                chosen, IntStream.of(samples).map(sample -> labels[sample]).toArray(), rowBytes);
    }

    @Override
    public void labels(int[] samples, IntPredicate more) {
        var _ = IntStream.of(samples).map(sample -> labels[sample]).allMatch(more);
    }

    @Override
    public void close() {}
}
