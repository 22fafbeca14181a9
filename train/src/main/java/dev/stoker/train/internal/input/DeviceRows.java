package dev.stoker.train.internal.input;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.TrainingData;
import java.lang.foreign.MemorySegment;

/**
 * The device's side of an {@link ImageRoute}: how rows get to the device and become images there. Everything that a step reads
 * is in tensors that stay where they are, since a captured step reads the same addresses every time.
 */
interface DeviceRows {
    /** The rows of one batch, which steps read. */
    Tensor rows();

    /** Images as batch × channels × height × width over channels-last memory, of some of the rows. */
    Tensor images(Tensor rows);

    /** Brings {@code count} rows of the host to {@link #rows()} and waits. */
    default void upload(MemorySegment content, int count) {
        DeviceStream.copyToDevice(content, rows());
    }

    /** How batches get to buffers for rows beside {@link #rows()}; close it. */
    default HostToDeviceTransfer transfer(DeviceStream computing) {
        return HostToDeviceTransfer.PLAIN_COPY;
    }

    /** For the training rows of some data. */
    static DeviceRows forTraining(TrainingData data, Device device) {
        return switch (data.imageRoute()) {
            case ImageRoute.HostAugmented _ -> forEvaluation(data, device);
            case ImageRoute.DeviceResident resident -> ResidentRows.of(resident, data, device);
            case ImageRoute.Streamed streamed -> StreamedRows.of(streamed, data, device);
        };
    }

    /** For the evaluation rows of some data. */
    static DeviceRows forEvaluation(TrainingData data, Device device) {
        return data.type().isFloating()
                ? new FloatRows(zeros(data.type(), data.shape(), data.rowsPerBatch(), device))
                : PixelRows.of(data.shape(), data.mean(), data.deviation(), data.rowsPerBatch(), device);
    }

    static Tensor zeros(DataType type, Shape shape, int count, Device device) {
        return Tensor.zeros(type, device, count, shape.height(), shape.width(), shape.channels());
    }
}
