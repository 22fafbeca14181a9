package dev.stoker.data;

/** Elements that come one behind the other. */
@FunctionalInterface
non-sealed interface Streamed<T> extends Stage<T> {
    @Override
    Cursor<T> open(Run run, long epoch, StateReader state);
}
