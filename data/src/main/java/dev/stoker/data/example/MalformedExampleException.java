package dev.stoker.data.example;

import dev.stoker.core.CorruptDataException;

/** A payload that is not a {@code tf.train.Example}, or a corrupt one. */
public final class MalformedExampleException extends CorruptDataException {
    private static final long serialVersionUID = 1L;

    private final long position;

    MalformedExampleException(String where, long position, String problem) {
        super("%s at byte %d of the example: %s; prepare the shards again, or skip corrupt records"
                .formatted(where, position, problem));
        this.position = position;
        about("skip-corrupt");
    }

    /** Where in the payload the problem was found. */
    public long position() {
        return position;
    }
}
