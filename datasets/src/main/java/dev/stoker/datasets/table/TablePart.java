package dev.stoker.datasets.table;

import dev.stoker.core.Seed;
import dev.stoker.core.StokerException;
import dev.stoker.data.Dataset;
import dev.stoker.data.Rows;
import dev.stoker.datasets.Augmentation;
import dev.stoker.datasets.Part;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Rows that lie in memory as 32-bit floats, each as long as the others. */
final class TablePart implements Part {
    private final MemorySegment values;
    private final int[] labels;
    private final int rowBytes;

    private TablePart(MemorySegment values, int[] labels, int rowBytes) {
        this.values = values;
        this.labels = labels;
        this.rowBytes = rowBytes;
    }

    /** Fills a part row by row. */
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

        TablePart build() {
            return new TablePart(values, Arrays.copyOf(labels, size), rowBytes);
        }
    }

    @Override
    public int size() {
        return labels.length;
    }

    @Override
    public Rows<?> augmented(Augmentation augmentation, Seed seed) {
        if (!augmentation.equals(Augmentation.USUAL)) {
            throw new StokerException("rows of a table cannot be mirrored or moved; leave flip, shift and edge out");
        }
        return plain();
    }

    @Override
    public Rows<?> plain() {
        return Dataset.range(labels.length).rows(rowBytes, (index, row, _) -> {
            MemorySegment.copy(values, index * rowBytes, row, 0, rowBytes);
            return labels[Math.toIntExact(index)];
        });
    }

    @Override
    public Part only(int[] samples) {
        var chosen = Arena.ofAuto().allocate(Math.max(1, (long) samples.length * rowBytes), Float.BYTES);
        for (int i = 0; i < samples.length; i++) {
            MemorySegment.copy(values, (long) samples[i] * rowBytes, chosen, (long) i * rowBytes, rowBytes);
        }
        return new TablePart(
                chosen, IntStream.of(samples).map(sample -> labels[sample]).toArray(), rowBytes);
    }

    @Override
    public void labels(int[] samples, IntPredicate more) {
        var _ = IntStream.of(samples).map(sample -> labels[sample]).allMatch(more);
    }

    @Override
    public void close() {}
}
