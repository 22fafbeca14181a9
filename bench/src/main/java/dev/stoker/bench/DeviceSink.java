package dev.stoker.bench;

import dev.stoker.core.ElementType;
import dev.stoker.core.HostDecoder;
import dev.stoker.core.PictureParameters;
import dev.stoker.core.PictureRows;
import dev.stoker.data.HostBatch;
import dev.stoker.datasets.TravellingPart;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.DeviceStream;
import dev.stoker.tensor.PictureDecoder;
import dev.stoker.tensor.PictureMaker;
import dev.stoker.tensor.StreamMark;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes batches on a device and makes the pictures that a net would see, in one of two places in turn. */
final class DeviceSink implements BatchSink {
    private static final int PLACES = 2;
    private static final double NEUTRAL = 0.5;

    private record Place(Tensor parameters, StreamMark written, StreamMark read) {}

    private final int capacity;
    private final TensorScope scope;
    private final DeviceStream computing;
    private final DeviceStream copying;
    private final PictureDecoder decoder;
    private final PictureMaker maker;
    private final Tensor cells;
    private final List<Place> places;
    private @Nullable HostBatch underway;
    private long taken;

    DeviceSink(Device device, PictureRows layout, int capacity, TravellingPart.Drawn drawn, HostDecoder host) {
        this.capacity = capacity;
        scope = TensorScope.open("device sink");
        computing = DeviceStream.open(device);
        copying = computing.beside();
        decoder = PictureDecoder.beside(computing, layout, capacity, host);
        var neutral = Collections.nCopies(PictureRows.CHANNELS, NEUTRAL);
        maker = PictureMaker.on(device, drawn.target(), neutral, neutral, drawn.demands());
        cells = Tensor.zeros(
                ElementType.UINT8,
                device,
                (long) PLACES * capacity,
                layout.cellHeight(),
                layout.cellWidth(),
                PictureRows.CHANNELS);
        places = List.of(place(device), place(device));
    }

    private Place place(Device device) {
        var place = new Place(
                Tensor.zeros(ElementType.INT32, device, capacity, PictureParameters.WORDS),
                StreamMark.on(device),
                StreamMark.on(device));
        place.read.set(computing);
        place.written.set(copying);
        return place;
    }

    @Override
    public void take(HostBatch batch) {
        int number = (int) (taken++ % PLACES);
        var place = places.get(number);
        copying.waitFor(place.read);
        decoder.decode(batch.rows(), batch.size(), cells, number * capacity, place.parameters, copying);
        place.written.set(copying);
        computing.waitFor(place.written);
        try (var _ = TensorScope.open("pictures")) {
            maker.make(cells, place.parameters.part(0, batch.size()));
        }
        place.read.set(computing);
        giveBack(places.get((number + 1) % PLACES));
        underway = batch;
    }

    /** The one before, once the device has all of it. */
    private void giveBack(Place before) {
        if (underway != null) {
            before.written.await();
            underway.close();
            underway = null;
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
        if (underway != null) {
            underway.close();
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
