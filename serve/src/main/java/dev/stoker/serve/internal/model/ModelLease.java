package dev.stoker.serve.internal.model;

/** A model that is not closed before this is. */
public final class ModelLease implements AutoCloseable {
    private final SharedModel shared;

    ModelLease(SharedModel shared) {
        this.shared = shared;
    }

    public ServedModel model() {
        return shared.model();
    }

    @Override
    public void close() {
        shared.release();
    }
}
