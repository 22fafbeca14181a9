package dev.stoker.data.example;

import dev.stoker.core.CorruptDataException;

/** A payload that is no {@code tf.train.Example}, or a damaged one. */
public final class MalformedExampleException extends CorruptDataException {
    private static final long serialVersionUID = 1L;

    private final long position;

    MalformedExampleException(String where, long position, String problem) {
        super("%s at byte %d of the example: %s; re-run `stoker prepare` or pass --skip-corrupt"
                .formatted(where, position, problem));
        this.position = position;
    }

    /** Where in the payload the damage shows. */
    public long position() {
        return position;
    }
}
