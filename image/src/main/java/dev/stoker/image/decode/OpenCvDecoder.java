package dev.stoker.image.decode;

import static org.bytedeco.opencv.global.opencv_imgcodecs.IMREAD_COLOR_RGB;
import static org.bytedeco.opencv.global.opencv_imgcodecs.IMREAD_GRAYSCALE;
import static org.bytedeco.opencv.global.opencv_imgcodecs.IMREAD_IGNORE_ORIENTATION;
import static org.bytedeco.opencv.global.opencv_imgcodecs.IMREAD_REDUCED_GRAYSCALE_2;
import static org.bytedeco.opencv.global.opencv_imgcodecs.IMREAD_REDUCED_GRAYSCALE_4;
import static org.bytedeco.opencv.global.opencv_imgcodecs.IMREAD_REDUCED_GRAYSCALE_8;
import static org.bytedeco.opencv.global.opencv_imgcodecs.imdecode;

import dev.stoker.image.Image;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.internal.FlipCode;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import org.bytedeco.opencv.global.opencv_core;

/** Decodes whole images with OpenCV, into memory of the scratch that has the size already. */
record OpenCvDecoder(PixelLimit limit) implements ImageDecoder {

    @Override
    public ImageHeader header(MemorySegment encoded) {
        var header = ImageHeader.read(encoded);
        limit.check(header);
        return header;
    }

    @Override
    public Decoded decode(MemorySegment encoded, ImageHeader header, Request request, ScratchBuffers scratch) {
        limit.check(header);
        TruncationCheck.check(encoded, header);
        var reduction = reduction(header, request);
        var part = scratch.partial.of(encoded, header, new Request(request.channels(), reduction, request.region()));
        if (part.isPresent()) {
            var smaller = part.get();
            decode(smaller.encoded(), smaller.header(), reduction, request.channels(), scratch);
            int divisor = reduction.divisor();
            return new Decoded(scratch.decoded, reduction, smaller.left() / divisor, smaller.top() / divisor);
        }
        if (header.inks() == CmykEncoding.CMYK) {
            CmykJpegDecoder.decode(encoded, header, request.channels(), scratch);
        } else {
            decode(encoded, header, reduction, request.channels(), scratch);
        }
        return new Decoded(upright(header.orientation(), scratch), reduction, 0, 0);
    }

    /** OpenCV decodes other formats in full and then shrinks them, which the resize to come does better. */
    private static DecodeScale reduction(ImageHeader header, Request request) {
        boolean reducible = header.format() == ImageFormat.JPEG && header.inks() != CmykEncoding.CMYK;
        return reducible ? request.reduction() : DecodeScale.NONE;
    }

    private static void decode(
            MemorySegment encoded, ImageHeader header, DecodeScale reduction, int channels, ScratchBuffers scratch) {
        var image = scratch.decoded.sized(reduction.of(header.height()), reduction.of(header.width()), channels);
        var input = scratch.encoded(encoded);
        long own = ownBytes(header);
        scratch.account().take(own);
        try (var result = imdecode(input.mat(), flags(reduction, channels), image.mat())) {
            if (!result.empty() && image.isIntact()) {
                return;
            }
        } catch (RuntimeException thrown) {
            throw new InvalidImageException(complaint(header), thrown);
        } finally {
            scratch.account().giveBack(own);
            Reference.reachabilityFence(encoded);
        }
        throw new InvalidImageException(complaint(header));
    }

    /** What decoders hold while they work: coefficients of progressive JPEGs, and whole canvases of WebP and GIF. */
    private static long ownBytes(ImageHeader header) {
        long pixels = (long) header.width() * header.height();
        return switch (header.format()) {
            case JPEG -> header.progressive() ? 2 * pixels * header.channels() : 0;
            case WEBP, GIF -> 4 * pixels;
            case PNG, BMP -> 0;
        };
    }

    private static String complaint(ImageHeader header) {
        return "%s of %d×%d pixels cannot be decoded: it is cut off or corrupt"
                .formatted(header.format(), header.width(), header.height());
    }

    private static int flags(DecodeScale reduction, int channels) {
        int size = switch (reduction) {
            case NONE -> 0;
            case HALF -> IMREAD_REDUCED_GRAYSCALE_2;
            case QUARTER -> IMREAD_REDUCED_GRAYSCALE_4;
            case EIGHTH -> IMREAD_REDUCED_GRAYSCALE_8;
        };
        return (channels == 1 ? IMREAD_GRAYSCALE : IMREAD_COLOR_RGB) | IMREAD_IGNORE_ORIENTATION | size;
    }

    private static Image upright(Orientation orientation, ScratchBuffers scratch) {
        var image = scratch.decoded;
        if (orientation.transposes()) {
            var turned = scratch.turned.sized(image.width(), image.height(), image.channels());
            opencv_core.transpose(image.mat(), turned.mat());
            image = turned;
        }
        if (orientation.flipsHorizontally() || orientation.flipsVertically()) {
            opencv_core.flip(
                    image.mat(),
                    image.mat(),
                    FlipCode.code(orientation.flipsHorizontally(), orientation.flipsVertically()));
        }
        return image;
    }
}
