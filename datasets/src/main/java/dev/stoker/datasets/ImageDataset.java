package dev.stoker.datasets;

import dev.stoker.core.Shape;
import java.util.List;

/** A training and a test part as rows of one shape, the names of the classes, and how images are normalized. */
public record ImageDataset(
        String name,
        Shape shape,
        List<String> classes,
        DatasetSplit training,
        DatasetSplit test,
        Normalization normalization)
        implements AutoCloseable {
    public ImageDataset {
        classes = List.copyOf(classes);
    }

    @Override
    public void close() {
        try (test) {
            training.close();
        }
    }
}
