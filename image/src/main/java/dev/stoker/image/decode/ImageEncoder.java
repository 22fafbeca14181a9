package dev.stoker.image.decode;

import dev.stoker.image.Image;
import dev.stoker.image.ScratchBuffers;
import java.lang.foreign.MemorySegment;

/** Encodes images. Safe for any number of threads, each with its own scratch buffers. */
public interface ImageEncoder {

    /** Encodes as JPEG or PNG; the bytes are valid until the scratch buffers are used for encoding again. */
    MemorySegment encode(Image image, ImageFormat format, ScratchBuffers scratch);

    /** OpenCV's encoders; the quality of JPEGs is between 1 and 100. */
    static ImageEncoder openCv(int quality) {
        return new OpenCvEncoder(quality);
    }
}
