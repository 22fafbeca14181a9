package dev.stoker.bench;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.HostImages;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.data.HostBatch;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.augment.ImageAugmenter;
import dev.stoker.tensor.cuda.CudaEvent;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.jpeg.DeviceJpegDecoder;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes batches on a device and augments them as for training, in one of two buffers in turn. */
final class DeviceSink implements BatchSink {
    private static final int BUFFERS = 2;
    private static final double NEUTRAL = 0.5;

    private record Buffer(Tensor parameters, CudaEvent written, CudaEvent read) {}

    private final int capacity;
    private final TensorScope scope;
    private final DeviceStream computing;
    private final DeviceStream copying;
    private final DeviceJpegDecoder decoder;
    private final ImageAugmenter augmenter;
    private final Tensor cells;
    private final List<Buffer> buffers;
    private @Nullable HostBatch inFlight;
    private long taken;

    DeviceSink(Device device, ImageRoute.Streamed route, Shape target, int capacity, HostImages images) {
        this.capacity = capacity;
        scope = TensorScope.open("device sink");
        computing = DeviceStream.open(device);
        copying = computing.sideStream();
        decoder = DeviceJpegDecoder.open(computing, route.layout(), capacity, images);
        var neutral = Collections.nCopies(ImageRowLayout.CHANNELS, NEUTRAL);
        augmenter = ImageAugmenter.on(device, target, neutral, neutral, images.requirements());
        cells = Tensor.zeros(
                DataType.UINT8,
                device,
                (long) BUFFERS * capacity,
                route.layout().cellHeight(),
                route.layout().cellWidth(),
                ImageRowLayout.CHANNELS);
        buffers = List.of(buffer(device), buffer(device));
    }

    private Buffer buffer(Device device) {
        var buffer = new Buffer(
                Tensor.zeros(DataType.INT32, device, capacity, AugmentationParameters.WORDS),
                CudaEvent.create(device),
                CudaEvent.create(device));
        buffer.read.record(computing);
        buffer.written.record(copying);
        return buffer;
    }

    @Override
    public void take(HostBatch batch) {
        int number = (int) (taken++ % BUFFERS);
        var buffer = buffers.get(number);
        copying.waitFor(buffer.read);
        decoder.decode(batch.rows(), batch.size(), cells, number * capacity, buffer.parameters, copying);
        buffer.written.record(copying);
        computing.waitFor(buffer.written);
        try (var _ = TensorScope.open("images")) {
            augmenter.augment(cells, buffer.parameters.part(0, batch.size()));
        }
        buffer.read.record(computing);
        releasePrevious(buffers.get((number + 1) % BUFFERS));
        inFlight = batch;
    }

    /** Releases the previous batch, once its transfer is complete. */
    private void releasePrevious(Buffer previous) {
        if (inFlight != null) {
            previous.written.synchronize();
            inFlight.close();
            inFlight = null;
        }
    }

    @Override
    public void finish() {
        copying.synchronize();
        computing.synchronize();
    }

    @Override
    public void close() {
        finish();
        if (inFlight != null) {
            inFlight.close();
        }
        decoder.close();
        for (var buffer : buffers) {
            buffer.written.close();
            buffer.read.close();
        }
        copying.close();
        computing.close();
        scope.close();
    }
}
