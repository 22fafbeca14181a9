package dev.stoker.image;

import java.lang.foreign.MemorySegment;

/** Turns pixels into encoded bytes. Safe for any number of workers, each with its own scratch. */
public interface Encoder {

    /** Encodes as JPEG or PNG; the bytes lie in the scratch until it encodes again. */
    MemorySegment encode(Picture picture, ImageFormat format, Scratch scratch);

    /** OpenCV's encoders; the quality of JPEGs is between 1 and 100. */
    static Encoder openCv(int quality) {
        return new OpenCvEncoder(quality);
    }
}
