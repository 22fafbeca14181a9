package dev.stoker.train.internal.input;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.image.HostDecoder;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.augment.ImageAugmenter;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.jpeg.DeviceJpegDecoder;
import dev.stoker.train.TrainingData;
import java.lang.foreign.MemorySegment;

/**
 * Rows of parameters, by which the device augments images that arrive with each batch.
 *
 * @param cells where those images are decoded to, for all buffers of a {@link DevicePrefetcher}
 * @param host decodes what the device cannot
 */
record StreamedRows(Tensor rows, Tensor cells, ImageRowLayout layout, ImageAugmenter augmenter, HostDecoder host)
        implements DeviceRows {
    static StreamedRows of(ImageRoute.Streamed route, TrainingData data, Device device) {
        var rows = ResidentRows.parameters(data.rowsPerBatch(), device);
        var cells = cells(route.layout(), ImageRoute.DEVICE_BUFFERS * data.rowsPerBatch(), device);
        return new StreamedRows(rows, cells, route.layout(), ResidentRows.augmenter(data, device), data.hostImages());
    }

    private static Tensor cells(ImageRowLayout layout, int count, Device device) {
        var shape = new Shape(layout.cellHeight(), layout.cellWidth(), ImageRowLayout.CHANNELS);
        return DeviceRows.zeros(DataType.UINT8, shape, count, device);
    }

    @Override
    public Tensor images(Tensor some) {
        return augmenter.augment(cells, some);
    }

    /** Decoded on the host: single batches are uploaded now and then, and nvJPEG takes longer to start than to decode. */
    @Override
    public void upload(MemorySegment content, int count) {
        try (var _ = TensorScope.open("decoded");
                var stream = DeviceStream.open(Device.CPU);
                var decoder = DeviceJpegDecoder.open(stream, layout, count, host)) {
            var decoded = cells(layout, count, Device.CPU);
            var parameters = ResidentRows.parameters(count, Device.CPU);
            decoder.decode(content, count, decoded, 0, parameters, stream);
            cells.part(0, count).copyFrom(decoded);
            rows.part(0, count).copyFrom(parameters);
        }
    }

    @Override
    public HostToDeviceTransfer transfer(DeviceStream computing) {
        int batch = Math.toIntExact(rows.sizes()[0]);
        return new DecodingTransfer(DeviceJpegDecoder.open(computing, layout, batch, host), cells, batch);
    }
}
