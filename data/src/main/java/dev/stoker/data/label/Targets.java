package dev.stoker.data.label;

import dev.stoker.core.Task;

/**
 * What samples are trained towards, in rows. A sample's label is the number of its row, so that labels travel, and are kept, like
 * those of one class; the device looks the row up.
 */
public sealed interface Targets permits LabelSets, SoftLabels, TargetValues {
    /** What a model that is trained towards them says of a sample. */
    Task task();

    /** How many outputs such a model has: a class or a number each. */
    int outputs();

    /** How many rows there are; labels are below. */
    int size();
}
