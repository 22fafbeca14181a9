package dev.stoker.data;

/** A step of a chain as it will run. */
sealed interface Stage<T> permits Indexed, Sifted, Streamed {
    /** Starts at the beginning of an epoch, or where the state says. */
    Cursor<T> open(Run run, long epoch, StateReader state);
}
