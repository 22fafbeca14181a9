package dev.stoker.train.internal.input;

import dev.stoker.data.HostBatch;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.jpeg.DeviceJpegDecoder;

/** Images land in cells, decoded; what is left of their rows are parameters that say in which cells. */
record DecodingTransfer(DeviceJpegDecoder decoder, Tensor cells, int batch) implements HostToDeviceTransfer {
    @Override
    public void transfer(HostBatch arriving, int place, Tensor rows, DeviceStream stream) {
        decoder.decode(arriving.rows(), arriving.size(), cells, place * batch, rows, stream);
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
