package dev.stoker.datasets;

import dev.stoker.core.image.HostImages;
import dev.stoker.data.Rows;

/**
 * The training rows of a split on an {@link dev.stoker.core.image.ImageRoute}.
 *
 * @param rows rows of the length that the route requires, with the labels of their samples
 * @param images the images on the host that the route reads besides the rows
 */
public record TrainingRows(Rows<?> rows, HostImages images) {
    /** Rows that hold the model's input. */
    public TrainingRows(Rows<?> rows) {
        this(rows, HostImages.NONE);
    }
}
