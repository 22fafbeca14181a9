package dev.stoker.datasets;

import dev.stoker.core.image.HostImages;
import dev.stoker.data.Rows;

/**
 * The training rows of a split on an {@link dev.stoker.core.image.ImageRoute}.
 *
 * @param rows as long as the route says, with the labels of their samples
 * @param images what the route needs of the host besides
 */
public record TrainingRows(Rows<?> rows, HostImages images) {
    /** Rows that hold what the model sees. */
    public TrainingRows(Rows<?> rows) {
        this(rows, HostImages.NONE);
    }
}
