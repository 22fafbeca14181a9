package dev.stoker.datasets;

import dev.stoker.core.Shape;
import java.util.List;

/** A training and a test part as rows of one shape, the names of the classes, and how pictures are normalised. */
public record ImageSet(
        String name, Shape shape, List<String> classes, Part training, Part test, Normalisation normalisation)
        implements AutoCloseable {
    public ImageSet {
        classes = List.copyOf(classes);
    }

    @Override
    public void close() {
        try (test) {
            training.close();
        }
    }
}
