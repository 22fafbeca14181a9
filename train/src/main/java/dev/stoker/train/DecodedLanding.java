package dev.stoker.train;

import dev.stoker.data.HostBatch;
import dev.stoker.tensor.DeviceStream;
import dev.stoker.tensor.PictureDecoder;
import dev.stoker.tensor.Tensor;

/** Pictures land in cells, decoded; what is left of their rows are parameters that say in which cells. */
record DecodedLanding(PictureDecoder decoder, Tensor cells, int batch) implements Landing {
    @Override
    public void land(HostBatch arriving, int place, Tensor rows, DeviceStream stream) {
        decoder.decode(arriving.rows(), arriving.size(), cells, place * batch, rows, stream);
    }

    @Override
    public boolean isReadBySteps() {
        return true;
    }

    @Override
    public void close() {
        decoder.close();
    }
}
