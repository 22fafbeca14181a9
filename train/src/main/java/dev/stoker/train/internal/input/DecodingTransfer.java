package dev.stoker.train.internal.input;

import dev.stoker.data.HostBatch;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.jpeg.DeviceJpegDecoder;

/** Decodes the image of each row into a cell; the rows on the device are the parameters, which name their cells. */
record DecodingTransfer(DeviceJpegDecoder decoder, Tensor cells, int batch) implements HostToDeviceTransfer {
    @Override
    public void transfer(HostBatch arriving, int buffer, Tensor rows, DeviceStream stream) {
        decoder.decode(arriving.rows(), arriving.size(), cells, buffer * batch, rows, stream);
    }

    @Override
    public boolean isInUseDuringStep() {
        return true;
    }

    @Override
    public void close() {
        decoder.close();
    }
}
