package dev.stoker.image.decode;

import dev.stoker.image.Image;
import dev.stoker.image.ScratchBuffers;
import java.lang.foreign.MemorySegment;

/** Turns pixels into encoded bytes. Safe for any number of workers, each with its own scratch. */
public interface ImageEncoder {

    /** Encodes as JPEG or PNG; the bytes lie in the scratch until it encodes again. */
    MemorySegment encode(Image image, ImageFormat format, ScratchBuffers scratch);

    /** OpenCV's encoders; the quality of JPEGs is between 1 and 100. */
    static ImageEncoder openCv(int quality) {
        return new OpenCvEncoder(quality);
    }
}
