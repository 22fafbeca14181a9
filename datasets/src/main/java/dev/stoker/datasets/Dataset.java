package dev.stoker.datasets;

import dev.stoker.data.RowTransform;
import dev.stoker.data.Source;
import java.util.List;

/** A training and a test part, the names of the classes, and how pictures are normalised and augmented. */
public record Dataset(
        String name,
        Source training,
        Source test,
        List<String> classes,
        Normalisation normalisation,
        RowTransform augmentation) {
    public Dataset {
        classes = List.copyOf(classes);
        if (!training.shape().equals(test.shape())) {
            throw new IllegalArgumentException(
                    "training pictures are %s but test pictures are %s".formatted(training.shape(), test.shape()));
        }
    }
}
