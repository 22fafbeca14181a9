package dev.stoker.datasets.internal.image;

import dev.stoker.core.StokerException;
import dev.stoker.core.image.HostDecoder;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.image.Image;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.ImageDecoder;
import java.lang.foreign.MemorySegment;

/** Decodes with OpenCV what a device could not, and knows where it came from. */
record HostFallbackDecoder(EncodedImageReader reader) implements HostDecoder {
    private static final ImageDecoder DECODER = ImageDecoder.openCv();

    @Override
    public void decode(ImageRowLayout.Content file, MemorySegment pixels) {
        try (var scratch = ScratchBuffers.open()) {
            var image = DECODER.decode(file.payload(), ImageRowLayout.CHANNELS, scratch);
            if (image.height() != file.height() || image.width() != file.width()) {
                throw new InvalidImageException("it was to be %d×%d pixels and is %d×%d"
                        .formatted(file.height(), file.width(), image.height(), image.width()));
            }
            copy(image, pixels);
        } catch (InvalidImageException bad) {
            // not one to be left out: it is in a batch already, whose other images have been drawn
            throw new StokerException(
                    "%s: %s; mend it, or use --decode cpu, which can leave it out"
                            .formatted(reader.describe(file.sample()), bad.getMessage()),
                    bad);
        }
    }

    private static void copy(Image image, MemorySegment pixels) {
        long line = (long) image.width() * image.channels();
        for (int y = 0; y < image.height(); y++) {
            MemorySegment.copy(image.pixels(), y * image.step(), pixels, y * line, line);
        }
    }
}
