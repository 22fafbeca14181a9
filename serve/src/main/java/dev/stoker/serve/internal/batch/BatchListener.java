package dev.stoker.serve.internal.batch;

/** Is told how long the parts of a request take, in nanoseconds. */
public interface BatchListener {
    void decoded(long nanos);

    /** From the arrival of a row to its batch. */
    void waited(long nanos);

    void ran(int rows, long nanos);
}
