package dev.stoker.datasets;

import dev.stoker.core.Shape;
import java.util.List;

/**
 * A dataset of images.
 *
 * @param shape the shape in which images are evaluated
 * @param normalization how their pixels are normalized on the device
 */
public record ImageDataset(
        String name,
        Shape shape,
        List<String> classes,
        DatasetSplit training,
        DatasetSplit test,
        Normalization normalization)
        implements LabeledDataset {
    public ImageDataset {
        classes = List.copyOf(classes);
    }

    @Override
    public RowFormat format() {
        return RowFormat.ofImages(shape);
    }
}
