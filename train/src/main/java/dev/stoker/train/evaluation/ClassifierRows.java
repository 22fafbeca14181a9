package dev.stoker.train.evaluation;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.train.TrainingData;
import java.util.List;

/** What an evaluator asks of data, besides batches. */
record ClassifierRows(ClassifierInput input) implements TrainingData {
    @Override
    public Shape shape() {
        return input.shape();
    }

    @Override
    public DataType type() {
        return input.type();
    }

    @Override
    public int trainingImages() {
        return 0;
    }

    @Override
    public int batch() {
        return input.batch();
    }

    @Override
    public int batchesPerEpoch() {
        return 0;
    }

    @Override
    public BatchFeed training(DataState state, BatchMemoryAllocator memory) {
        throw new IllegalStateException("a classifier is not trained");
    }

    @Override
    public BatchFeed validation(BatchMemoryAllocator memory) {
        throw new IllegalStateException("a classifier is given its batches");
    }

    @Override
    public List<Double> mean() {
        return input.mean();
    }

    @Override
    public List<Double> deviation() {
        return input.deviation();
    }
}
