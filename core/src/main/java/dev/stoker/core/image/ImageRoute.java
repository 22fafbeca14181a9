package dev.stoker.core.image;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;

/**
 * Where training images are decoded, augmented and kept. A run chooses one route and hands it by value to the dataset, which
 * writes rows for it, and to the trainer, which transfers them. All routes sample the same augmentation for the same image.
 */
public sealed interface ImageRoute {
    /** Batches whose source images a device holds at a time: the one that a step reads and those that are prefetched. */
    int DEVICE_BUFFERS = 3;

    static ImageRoute host() {
        return new HostAugmented();
    }

    /** Bytes of a row of a batch slot, for training images of a shape. */
    int rowBytes(Shape target);

    /** Device memory for source images, for batches of a size. */
    Bytes deviceMemory(int batch);

    /** The same route for a subset of the images. */
    default ImageRoute withImages(int count) {
        return this;
    }

    /** CPU workers decode and augment: rows hold the pixels that the model sees. */
    record HostAugmented() implements ImageRoute {
        @Override
        public int rowBytes(Shape target) {
            return target.bytes();
        }

        @Override
        public Bytes deviceMemory(int batch) {
            return new Bytes(0);
        }
    }

    /**
     * The device keeps the pixels of all images and augments them there: rows hold {@link AugmentationParameters} and nothing
     * else.
     *
     * @param shape of each image as it is kept
     * @param images how many there are
     */
    record DeviceResident(Shape shape, int images) implements ImageRoute {
        @Override
        public int rowBytes(Shape target) {
            return AugmentationParameters.BYTES;
        }

        public Bytes deviceMemory() {
            return new Bytes((long) images * shape.bytes());
        }

        @Override
        public Bytes deviceMemory(int batch) {
            return deviceMemory();
        }

        @Override
        public ImageRoute withImages(int count) {
            return new DeviceResident(shape, count);
        }
    }

    /**
     * The device augments images that arrive with each batch: a row holds {@link AugmentationParameters} and one image. Rows are
     * not copied to the device as on the other routes: the transfer decodes each image, or copies its pixels, into a cell there.
     */
    sealed interface Streamed extends ImageRoute {
        ImageRowLayout layout();

        @Override
        default int rowBytes(Shape target) {
            return layout().bytes();
        }

        @Override
        default Bytes deviceMemory(int batch) {
            return new Bytes((long) DEVICE_BUFFERS * batch * layout().cellBytes());
        }
    }

    /** CPU workers decode, the device augments: rows hold pixels in the image's own size. */
    record DeviceAugmented(ImageRowLayout layout) implements Streamed {}

    /**
     * The device decodes and augments: rows hold JPEG files.
     *
     * @param share of the images; CPU workers decode and augment the others. Which ones follows from their index alone
     */
    record DeviceDecoded(ImageRowLayout layout, double share) implements Streamed {
        public DeviceDecoded {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("a share must be between 0 and 1, got " + share);
            }
        }
    }
}
