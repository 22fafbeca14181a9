package dev.stoker.train.internal.parallel;

/** Sums the gradients of all ranks in the course of a step. */
public interface GradientExchange {
    /** Of a process that trains alone. */
    GradientExchange NONE = new GradientExchange() {
        @Override
        public boolean isActive() {
            return false;
        }

        @Override
        public void begin() {
            // There is nobody to exchange with.
        }

        @Override
        public void finished(String parameter) {
            // There is nobody to exchange with.
        }

        @Override
        public void complete() {
            // There is nobody to exchange with.
        }
    };

    /** Whether there are other ranks, or at least a communicator. */
    boolean isActive();

    /** The last backward pass of a step begins. */
    void begin();

    /** The gradient of this parameter is whole, and may be sent. */
    void finished(String parameter);

    /** Sends what is left; afterwards all gradients are sums over all ranks. */
    void complete();
}
