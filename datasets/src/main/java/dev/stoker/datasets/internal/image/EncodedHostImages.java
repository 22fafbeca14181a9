package dev.stoker.datasets.internal.image;

import dev.stoker.core.StokerException;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.image.HostImages;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.ImageDecoder;
import java.lang.foreign.MemorySegment;

/** Encoded images on the host: decodes with OpenCV what a device could not decode, and names a file that is corrupt. */
record EncodedHostImages(EncodedImageReader reader, AugmentationRequirements requirements) implements HostImages {
    private static final ImageDecoder DECODER = ImageDecoder.openCv();

    @Override
    public void decode(ImageRowLayout.ImageRow file, MemorySegment pixels) {
        try (var scratch = ScratchBuffers.open()) {
            var image = DECODER.decode(file.payload(), ImageRowLayout.CHANNELS, scratch);
            if (image.height() != file.height() || image.width() != file.width()) {
                throw new InvalidImageException("expected %d×%d pixels, decoded %d×%d"
                        .formatted(file.height(), file.width(), image.height(), image.width()));
            }
            PixelLines.copy(image, pixels);
        } catch (InvalidImageException bad) {
            // Cannot be skipped: it is part of a batch whose other images have been sampled.
            throw new StokerException(
                            "%s: %s; fix the file, or use decode cpu, which can skip it"
                                    .formatted(reader.describe(file.sample()), bad.getMessage()),
                            bad)
                    .about("decode");
        }
    }
}
