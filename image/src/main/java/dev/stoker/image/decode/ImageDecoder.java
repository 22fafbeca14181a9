package dev.stoker.image.decode;

import dev.stoker.image.Image;
import dev.stoker.image.ScratchBuffers;
import java.lang.foreign.MemorySegment;

/** Turns encoded bytes into pixels that stand upright. Safe for any number of workers, each with its own scratch. */
public interface ImageDecoder {

    /**
     * What is needed of an image: one channel for gray or three for red, green and blue; a reduction; and the region of
     * the upright image, in pixels of its full size, that will be looked at.
     */
    record Request(int channels, DecodeScale scale, ImageRegion region) {
        public Request {
            if (channels != 1 && channels != 3) {
                throw new IllegalArgumentException("images are decoded to 1 or 3 channels, not " + channels);
            }
        }

        /** All of an image at its full size. */
        static Request all(ImageHeader header, int channels) {
            return new Request(
                    channels, DecodeScale.NONE, new ImageRegion(0, 0, header.uprightWidth(), header.uprightHeight()));
        }

        Request atFullSize() {
            return new Request(channels, DecodeScale.NONE, region);
        }
    }

    /**
     * What came out: at least the region asked for, at the reduction asked for or a lesser one. The first pixel of the
     * image is the one at {@code left} and {@code top} of the whole, counted in reduced pixels.
     */
    record Decoded(Image image, DecodeScale scale, int left, int top) {}

    /** Reads the header, and refuses images that are too large to decode. */
    ImageHeader header(MemorySegment encoded);

    /**
     * Decodes; the result lies in the scratch until its next use. Bytes that end early, or that no image comes of,
     * are refused.
     */
    Decoded decode(MemorySegment encoded, ImageHeader header, Request request, ScratchBuffers scratch);

    /** All of an image at its full size, as red, green and blue or as gray. */
    default Image decode(MemorySegment encoded, int channels, ScratchBuffers scratch) {
        var header = header(encoded);
        return decode(encoded, header, Request.all(header, channels), scratch).image();
    }

    /** This decoder without reductions, for results that do not depend on how an image was encoded. */
    default ImageDecoder atFullSize() {
        return new FullSizeDecoder(this);
    }

    /** OpenCV's decoders, with the default limit. */
    static ImageDecoder openCv() {
        return openCv(PixelLimit.DEFAULT);
    }

    /**
     * OpenCV's decoders for JPEG, PNG, WebP, BMP and the first frame of GIFs. Transparency is dropped: the colors that
     * were stored under it show, as in Pillow and torchvision, and in GIFs the background. Samples of 16 bits keep
     * their upper 8.
     */
    static ImageDecoder openCv(PixelLimit limit) {
        return new OpenCvDecoder(limit);
    }
}
