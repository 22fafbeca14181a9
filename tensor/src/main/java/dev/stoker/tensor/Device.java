package dev.stoker.tensor;

/** Where tensors live and are computed. */
public sealed interface Device {

    /** The processor. */
    record Cpu() implements Device {
        @Override
        public String toString() {
            return "cpu";
        }
    }

    /** An NVIDIA GPU, counted from zero. */
    record Cuda(int index) implements Device {
        public Cuda {
            if (index < 0) {
                throw new IllegalArgumentException("a device index cannot be negative, got " + index);
            }
        }

        @Override
        public String toString() {
            return "cuda:" + index;
        }
    }

    Device CPU = new Cpu();
}
