package dev.stoker.train.evaluation;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import java.util.List;

/**
 * The rows that a classifier takes.
 *
 * @param type bytes, which are normalized on the device, or floats, which are used unchanged
 * @param mean of each channel as a fraction of 255
 * @param deviation standard deviation of each channel as a fraction of 255
 * @param batch the most rows of a batch
 */
public record ClassifierInput(Shape shape, DataType type, List<Double> mean, List<Double> deviation, int batch) {
    public ClassifierInput {
        mean = List.copyOf(mean);
        deviation = List.copyOf(deviation);
        if (batch < 1) {
            throw new IllegalArgumentException("a batch has at least 1 row, got " + batch);
        }
    }
}
