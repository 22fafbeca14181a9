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

/** Decodes batches on a device and makes the images that a net would see, in one of two places in turn. */
final class DeviceSink implements BatchSink {
    private static final int PLACES = 2;
    private static final double NEUTRAL = 0.5;

    private record Place(Tensor parameters, CudaEvent written, CudaEvent read) {}

    private final int capacity;
    private final TensorScope scope;
    private final DeviceStream computing;
    private final DeviceStream copying;
    private final DeviceJpegDecoder decoder;
    private final ImageAugmenter augmenter;
    private final Tensor cells;
    private final List<Place> places;
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
        copying = computing.sideStream();
        decoder = DeviceJpegDecoder.open(computing, layout, capacity, host);
        var neutral = Collections.nCopies(ImageRowLayout.CHANNELS, NEUTRAL);
        augmenter = ImageAugmenter.on(device, drawn.target(), neutral, neutral, drawn.requirements());
        cells = Tensor.zeros(
                DataType.UINT8,
                device,
                (long) PLACES * capacity,
                layout.cellHeight(),
                layout.cellWidth(),
                ImageRowLayout.CHANNELS);
        places = List.of(place(device), place(device));
    }

    private Place place(Device device) {
        var place = new Place(
                Tensor.zeros(DataType.INT32, device, capacity, AugmentationParameters.WORDS),
                CudaEvent.create(device),
                CudaEvent.create(device));
        place.read.record(computing);
        place.written.record(copying);
        return place;
    }

    @Override
    public void take(HostBatch batch) {
        int number = (int) (taken++ % PLACES);
        var place = places.get(number);
        copying.waitFor(place.read);
        decoder.decode(batch.rows(), batch.size(), cells, number * capacity, place.parameters, copying);
        place.written.record(copying);
        computing.waitFor(place.written);
        try (var _ = TensorScope.open("images")) {
            augmenter.augment(cells, place.parameters.part(0, batch.size()));
        }
        place.read.record(computing);
        giveBack(places.get((number + 1) % PLACES));
        inFlight = batch;
    }

    /** The one before, once the device has all of it. */
    private void giveBack(Place before) {
        if (inFlight != null) {
            before.written.synchronize();
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
        for (var place : places) {
            place.written.close();
            place.read.close();
        }
        copying.close();
        computing.close();
        scope.close();
    }
}
