package dev.stoker.data.internal.pipeline;

import org.jspecify.annotations.Nullable;

/** A range of inputs and, once a worker has computed them, the elements that came from them. */
final class ElementTask<T> {
    private static final int USED_UP = Integer.MAX_VALUE;

    private final long first;
    private final int inputs;
    private int emitted;
    private long lastEpoch;
    private @Nullable TaskOutputs<T> computed;
    private @Nullable TaskOutputs<T> outputs;

    ElementTask(long first, int inputs, int emitted) {
        this.first = first;
        this.inputs = inputs;
        this.emitted = emitted;
    }

    long first() {
        return first;
    }

    int inputs() {
        return inputs;
    }

    /** Elements that the consumer has been given. */
    int emitted() {
        return emitted;
    }

    void emitted(int newEmitted) {
        emitted = newEmitted;
    }

    /** The consumer has been given every element. */
    void useUp() {
        emitted = USED_UP;
    }

    boolean isUsedUp() {
        return emitted == USED_UP;
    }

    /** The epoch of the last input, which is known once the task is computed. */
    long lastEpoch() {
        return lastEpoch;
    }

    /** Called by the worker, without the lock of the pool. */
    void computed(TaskOutputs<T> newOutputs, long epoch) {
        computed = newOutputs;
        lastEpoch = epoch;
    }

    /** Lets the consumer have the outputs. */
    void publish() {
        outputs = computed;
    }

    /** The outputs; nothing before they are published. */
    @Nullable
    TaskOutputs<T> outputs() {
        return outputs;
    }
}
