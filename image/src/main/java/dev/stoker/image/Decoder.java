package dev.stoker.image;

import java.lang.foreign.MemorySegment;

/** Turns encoded bytes into pixels that stand upright. Safe for any number of workers, each with its own scratch. */
public interface Decoder {

    /**
     * What is needed of a picture: one channel for grey or three for red, green and blue; a reduction; and the region of
     * the upright picture, in pixels of its full size, that will be looked at.
     */
    record Request(int channels, Reduction reduction, Region region) {
        public Request {
            if (channels != 1 && channels != 3) {
                throw new IllegalArgumentException("pictures are decoded to 1 or 3 channels, not " + channels);
            }
        }

        /** All of a picture at its full size. */
        static Request all(ImageHeader header, int channels) {
            return new Request(
                    channels, Reduction.NONE, new Region(0, 0, header.uprightWidth(), header.uprightHeight()));
        }

        Request atFullSize() {
            return new Request(channels, Reduction.NONE, region);
        }
    }

    /**
     * What came out: at least the region asked for, at the reduction asked for or a lesser one. The first pixel of the
     * picture is the one at {@code left} and {@code top} of the whole, counted in reduced pixels.
     */
    record Decoded(Picture picture, Reduction reduction, int left, int top) {}

    /** Reads the header, and refuses pictures that are too large to decode. */
    ImageHeader header(MemorySegment encoded);

    /**
     * Decodes; the result lies in the scratch until its next use. Bytes that end early, or that no picture comes of,
     * are refused.
     */
    Decoded decode(MemorySegment encoded, ImageHeader header, Request request, Scratch scratch);

    /** All of a picture at its full size, as red, green and blue or as grey. */
    default Picture decode(MemorySegment encoded, int channels, Scratch scratch) {
        var header = header(encoded);
        return decode(encoded, header, Request.all(header, channels), scratch).picture();
    }

    /** This decoder without reductions, for results that do not depend on how a picture was encoded. */
    default Decoder atFullSize() {
        return new FullSizeDecoder(this);
    }

    /** OpenCV's decoders, with the default limit. */
    static Decoder openCv() {
        return openCv(PixelLimit.DEFAULT);
    }

    /**
     * OpenCV's decoders for JPEG, PNG, WebP, BMP and the first frame of GIFs. Transparency is dropped: the colours that
     * were stored under it show, as in Pillow and torchvision, and in GIFs the background. Samples of 16 bits keep
     * their upper 8.
     */
    static Decoder openCv(PixelLimit limit) {
        return new OpenCvDecoder(limit);
    }
}
