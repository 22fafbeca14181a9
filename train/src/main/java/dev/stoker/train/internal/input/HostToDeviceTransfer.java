package dev.stoker.train.internal.input;

import dev.stoker.data.HostBatch;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;

/** How the rows of batches get from the host into one of several buffers on the device. */
interface HostToDeviceTransfer extends AutoCloseable {
    /**
     * Enqueues the transfer of a batch into a buffer on a stream.
     *
     * @param buffer its index
     * @param rows the buffer's rows
     */
    void transfer(HostBatch batch, int buffer, Tensor rows, DeviceStream stream);

    /** Whether a step reads more of a buffer than its rows, so that the buffer is in use until the step is done. */
    boolean isInUseDuringStep();

    @Override
    void close();

    /** Copies rows byte by byte. */
    HostToDeviceTransfer PLAIN_COPY = new HostToDeviceTransfer() {
        @Override
        public void transfer(HostBatch batch, int buffer, Tensor rows, DeviceStream stream) {
            stream.copy(batch.rows(), rows);
        }

        @Override
        public boolean isInUseDuringStep() {
            return false;
        }

        @Override
        public void close() {}
    };
}
