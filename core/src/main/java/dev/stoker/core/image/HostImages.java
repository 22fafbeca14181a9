package dev.stoker.core.image;

import java.lang.foreign.MemorySegment;

/** The images of a dataset on the host, for what an {@link ImageRoute} asks of them besides rows. */
public interface HostImages extends HostDecoder {
    /** Of a route whose rows hold all that the device needs. */
    HostImages NONE = new HostImages() {};

    /** What the {@link AugmentationParameters} of their rows may ask for. */
    default AugmentationRequirements requirements() {
        return AugmentationRequirements.NONE;
    }

    /** Writes the pixels of all images one after another, for {@link ImageRoute.DeviceResident}. */
    default void copyPixels(MemorySegment pixels) {
        throw new UnsupportedOperationException("these images are not in memory as pixels");
    }

    /** Decodes an image that the device could not decode, for {@link ImageRoute.Streamed}. */
    @Override
    default void decode(ImageRowLayout.ImageRow image, MemorySegment pixels) {
        throw new UnsupportedOperationException("these images are not encoded");
    }
}
