package dev.stoker.data.explain;

/** How a step of a pipeline can be computed. */
public enum StageKind {
    /** Any worker can compute any element from its index. */
    RANDOM_ACCESS("random access"),
    /** Any worker can compute the elements of any input, but their number is not known before. */
    ONE_TO_MANY("one-to-many"),
    /** Elements can only be computed one after the other. */
    STREAMED("streamed");

    private final String text;

    StageKind(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
