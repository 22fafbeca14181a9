package dev.stoker.datasets;

/** What the cells of a column of labels hold. */
public enum LabelFormat {
    /** The name or the number of one class. */
    CLASS,
    /** Any number of classes, separated by | or ;. */
    CLASSES,
    /** Classes with their probabilities, as in {@code cat:0.7 dog:0.3}. */
    PROBABILITIES,
    /** A number that the model predicts. */
    NUMBER
}
