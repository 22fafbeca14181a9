package dev.stoker.datasets;

import dev.stoker.core.HostDecoder;
import dev.stoker.core.PictureRows;
import dev.stoker.core.StokerException;
import dev.stoker.image.BadPictureException;
import dev.stoker.image.Decoder;
import dev.stoker.image.Picture;
import dev.stoker.image.Scratch;
import java.lang.foreign.MemorySegment;

/** Decodes with OpenCV what a device could not, and knows where it came from. */
record HostDecoding(PictureReader reader) implements HostDecoder {
    private static final Decoder DECODER = Decoder.openCv();

    @Override
    public void decode(PictureRows.Content file, MemorySegment pixels) {
        try (var scratch = Scratch.open()) {
            var picture = DECODER.decode(file.payload(), PictureRows.CHANNELS, scratch);
            if (picture.height() != file.height() || picture.width() != file.width()) {
                throw new BadPictureException("it was to be %d×%d pixels and is %d×%d"
                        .formatted(file.height(), file.width(), picture.height(), picture.width()));
            }
            copy(picture, pixels);
        } catch (BadPictureException bad) {
            // not one to be left out: it is in a batch already, whose other pictures have been drawn
            throw new StokerException(
                    "%s: %s; mend it, or use --decode cpu, which can leave it out"
                            .formatted(reader.describe(file.sample()), bad.getMessage()),
                    bad);
        }
    }

    private static void copy(Picture picture, MemorySegment pixels) {
        long line = (long) picture.width() * picture.channels();
        for (int y = 0; y < picture.height(); y++) {
            MemorySegment.copy(picture.pixels(), y * picture.step(), pixels, y * line, line);
        }
    }
}
