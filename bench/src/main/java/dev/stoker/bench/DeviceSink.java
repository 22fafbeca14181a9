package dev.stoker.bench;

import dev.stoker.core.DataType;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.HostDecoder;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.data.HostBatch;
import dev.stoker.datasets.DeviceAugmentedImageSplit;
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

/** Decodes and augments batches on a device, double-buffered. */
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

    DeviceSink(
            Device device,
            ImageRowLayout layout,
            int capacity,
            DeviceAugmentedImageSplit.Drawn drawn,
            HostDecoder host) {
        this.capacity = capacity;
        scope = TensorScope.open("device sink");
        computing = DeviceStream.open(device);
        copying = computing.beside();
        decoder = DeviceJpegDecoder.beside(computing, layout, capacity, host);
        var neutral = Collections.nCopies(ImageRowLayout.CHANNELS, NEUTRAL);
        augmenter = ImageAugmenter.on(device, drawn.target(), neutral, neutral, drawn.requirements());
        cells = Tensor.zeros(
                DataType.UINT8,
                device,
                (long) BUFFERS * capacity,
                layout.cellHeight(),
                layout.cellWidth(),
                ImageRowLayout.CHANNELS);
        buffers = List.of(buffer(device), buffer(device));
    }

    private Buffer buffer(Device device) {
        var buffer = new Buffer(
                Tensor.zeros(DataType.INT32, device, capacity, AugmentationParameters.WORDS),
                CudaEvent.on(device),
                CudaEvent.on(device));
        buffer.read.set(computing);
        buffer.written.set(copying);
        return buffer;
    }

    @Override
    public void take(HostBatch batch) {
        int number = (int) (taken++ % BUFFERS);
        var buffer = buffers.get(number);
        copying.waitFor(buffer.read);
        decoder.decode(batch.rows(), batch.size(), cells, number * capacity, buffer.parameters, copying);
        buffer.written.set(copying);
        computing.waitFor(buffer.written);
        try (var _ = TensorScope.open("images")) {
            augmenter.make(cells, buffer.parameters.part(0, batch.size()));
        }
        buffer.read.set(computing);
        closeBefore(buffers.get((number + 1) % BUFFERS));
        inFlight = batch;
    }

    /** Closes the batch before, once the device has copied it. */
    private void closeBefore(Buffer before) {
        if (inFlight != null) {
            before.written.await();
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
