package dev.stoker.train.internal.input;

import dev.stoker.core.DataType;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.augment.ImageAugmenter;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.TrainingData;

/**
 * Rows of parameters, by which the device augments images that it keeps.
 *
 * @param sources the pixels of all images
 */
record ResidentRows(Tensor rows, Tensor sources, ImageAugmenter augmenter) implements DeviceRows {
    static ResidentRows of(ImageRoute.DeviceResident route, TrainingData data, Device device) {
        var rows = parameters(data.rowsPerBatch(), device);
        return new ResidentRows(rows, sources(route, data, device), augmenter(data, device));
    }

    static Tensor parameters(int count, Device device) {
        return Tensor.zeros(DataType.INT32, device, count, AugmentationParameters.WORDS);
    }

    static ImageAugmenter augmenter(TrainingData data, Device device) {
        return ImageAugmenter.on(
                device,
                data.shape(),
                data.mean(),
                data.deviation(),
                data.hostImages().requirements());
    }

    private static Tensor sources(ImageRoute.DeviceResident route, TrainingData data, Device device) {
        var images = DeviceRows.zeros(DataType.UINT8, route.shape(), route.images(), device);
        try (var memory = PinnedMemory.forDevice(device)) {
            var pixels = memory.allocate(route.deviceMemory().count());
            data.hostImages().copyPixels(pixels);
            DeviceStream.copyToDevice(pixels, images);
        }
        return images;
    }

    @Override
    public Tensor images(Tensor some) {
        return augmenter.augment(sources, some);
    }
}
