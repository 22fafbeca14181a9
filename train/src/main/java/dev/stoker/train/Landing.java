package dev.stoker.train;

import dev.stoker.data.HostBatch;
import dev.stoker.tensor.DeviceStream;
import dev.stoker.tensor.Tensor;

/** How the rows of batches get from the host to one of several places on the device. */
interface Landing extends AutoCloseable {
    /**
     * Asks for a batch to be brought to a place, on a stream.
     *
     * @param rows where rows of that place go
     */
    void land(HostBatch batch, int place, Tensor rows, DeviceStream stream);

    /** Whether steps read more of a place than its rows: then it is in use until the step is done. */
    boolean isReadBySteps();

    @Override
    void close();

    /** Rows are what they are. */
    Landing AS_THEY_ARE = new Landing() {
        @Override
        public void land(HostBatch batch, int place, Tensor rows, DeviceStream stream) {
            stream.copy(batch.rows(), rows);
        }

        @Override
        public boolean isReadBySteps() {
            return false;
        }

        @Override
        public void close() {}
    };
}
