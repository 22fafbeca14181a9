package dev.stoker.job.predict;

/** Which samples of some data a model is evaluated on. */
public enum EvaluatedPart {
    /**
     * The test split, else the validation split that is stored. Of data without splits, those samples that the run had for
     * validation where it is the data of the run, else all.
     */
    AUTO,
    /** The samples that the run was trained on. */
    TRAIN,
    /** The samples that the run had for validation: stored as such, or by its seed. */
    VALIDATION,
    TEST,
    /** All splits together. */
    ALL
}
