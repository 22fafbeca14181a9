package dev.stoker.train;

import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.image.HostDecoder;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.train.internal.input.DevicePrefetcher;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/** Images that the device makes as {@link dev.stoker.core.image.AugmentationParameters} of each row say, and what they are made of. */
public sealed interface DeviceImageSource {
    /** What rows may ask for. */
    AugmentationRequirements requirements();

    /**
     * Images that all lie on the device, so that batches need only say which of them are made into what: rows hold parameters
     * and nothing else.
     *
     * @param shape of each image as it lies there
     * @param pixels writes the bytes of all images, one behind the other, into memory of just that size
     */
    record Resident(Shape shape, int count, AugmentationRequirements requirements, Consumer<MemorySegment> pixels)
            implements DeviceImageSource {
        public long bytes() {
            return (long) count * shape.bytes();
        }
    }

    /**
     * Images that come with each batch, in files that the device decodes or in pixels.
     *
     * @param layout how rows hold them
     * @param host decodes what the device cannot
     */
    record Streamed(ImageRowLayout layout, AugmentationRequirements requirements, HostDecoder host)
            implements DeviceImageSource {
        /** Bytes of the device that images take before they are made, for batches of a size. */
        public static long cellBytes(ImageRowLayout layout, int batch) {
            return (long) DevicePrefetcher.BUFFERS * batch * layout.cellBytes();
        }
    }
}
