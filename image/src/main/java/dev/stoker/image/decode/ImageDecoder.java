package dev.stoker.image.decode;

import dev.stoker.image.Image;
import dev.stoker.image.ScratchBuffers;
import java.lang.foreign.MemorySegment;

/** Decodes images into upright pixels. Safe for any number of threads, each with its own scratch buffers. */
public interface ImageDecoder {

    /**
     * The requested pixels: one channel for gray or three for RGB; a scale; and the region of the upright image, in
     * pixels of its full size, that is needed.
     */
    record Request(int channels, DecodeScale scale, ImageRegion region) {
        public Request {
            if (channels != 1 && channels != 3) {
                throw new IllegalArgumentException("images are decoded to 1 or 3 channels, not " + channels);
            }
        }

        /** The whole image at full size. */
        static Request all(ImageHeader header, int channels) {
            return new Request(
                    channels, DecodeScale.NONE, new ImageRegion(0, 0, header.uprightWidth(), header.uprightHeight()));
        }

        Request atFullSize() {
            return new Request(channels, DecodeScale.NONE, region);
        }
    }

    /**
     * The result: at least the requested region, downscaled as requested or less. Its first pixel is at {@code left} and
     * {@code top} of the whole image, in downscaled pixels.
     */
    record Decoded(Image image, DecodeScale scale, int left, int top) {}

    /** Reads the header; throws where the image is too large to decode. */
    ImageHeader header(MemorySegment encoded);

    /**
     * Decodes into the scratch buffers, where the result is valid until their next use. Throws where the bytes are
     * truncated or corrupt, and where a JPEG is damaged so that pixels are missing or wrong, as far as its syntax tells.
     */
    Decoded decode(MemorySegment encoded, ImageHeader header, Request request, ScratchBuffers scratch);

    /** Decodes the whole image at full size, as RGB or gray. */
    default Image decode(MemorySegment encoded, int channels, ScratchBuffers scratch) {
        var header = header(encoded);
        return decode(encoded, header, Request.all(header, channels), scratch).image();
    }

    /** This decoder without downscaling, for results that do not depend on the encoding of an image. */
    default ImageDecoder atFullSize() {
        return new FullSizeDecoder(this);
    }

    /** This decoder for images whose damage is known: missing pixels are gray. */
    ImageDecoder acceptingDamage();

    /**
     * This decoder for images that are decoded again and again, about so many. It remembers the checksums of JPEGs that were decoded as a
     * whole and had no damage, and decodes them no further down than the region from then on. The pixels are the same.
     */
    ImageDecoder remembering(int images);

    /** OpenCV's decoders, with the default limit. */
    static ImageDecoder openCv() {
        return openCv(PixelLimit.DEFAULT);
    }

    /**
     * OpenCV's decoders for JPEG, PNG, WebP, BMP and the first frame of GIFs. Transparency is dropped: the colors stored
     * below it are visible, as in Pillow and torchvision, and the background in GIFs. 16-bit samples keep their upper 8
     * bits.
     */
    static ImageDecoder openCv(PixelLimit limit) {
        return new OpenCvDecoder(limit, false);
    }
}
