package dev.stoker.train.internal.input;

import dev.stoker.data.HostBatch;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;

/** How the rows of batches get from the host to one of several places on the device. */
interface HostToDeviceTransfer extends AutoCloseable {
    /**
     * Asks for a batch to be brought to a place, on a stream.
     *
     * @param rows where rows of that place go
     */
    void transfer(HostBatch batch, int place, Tensor rows, DeviceStream stream);

    /** Whether steps read more of a place than its rows: then it is in use until the step is done. */
    boolean isInUseDuringStep();

    @Override
    void close();

    /** Rows are what they are. */
    HostToDeviceTransfer PLAIN_COPY = new HostToDeviceTransfer() {
        @Override
        public void transfer(HostBatch batch, int place, Tensor rows, DeviceStream stream) {
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
