package dev.stoker.image.decode;

import static org.bytedeco.opencv.global.opencv_imgcodecs.IMREAD_COLOR_RGB;
import static org.bytedeco.opencv.global.opencv_imgcodecs.IMREAD_GRAYSCALE;
import static org.bytedeco.opencv.global.opencv_imgcodecs.IMREAD_IGNORE_ORIENTATION;
import static org.bytedeco.opencv.global.opencv_imgcodecs.IMREAD_REDUCED_GRAYSCALE_2;
import static org.bytedeco.opencv.global.opencv_imgcodecs.IMREAD_REDUCED_GRAYSCALE_4;
import static org.bytedeco.opencv.global.opencv_imgcodecs.IMREAD_REDUCED_GRAYSCALE_8;
import static org.bytedeco.opencv.global.opencv_imgcodecs.imdecode;

import dev.stoker.image.InvalidImageException;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.internal.DecoderMessages;
import dev.stoker.image.internal.FlipCode;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Optional;
import org.bytedeco.opencv.global.opencv_core;

/** Decodes with OpenCV, into memory of the workspace that already has the right size. */
record OpenCvDecoder(PixelLimit limit, boolean acceptsDamage, Optional<IntactFiles> intact) implements ImageDecoder {
    OpenCvDecoder(PixelLimit limit, boolean acceptsDamage) {
        this(limit, acceptsDamage, Optional.empty());
    }

    @Override
    public ImageHeader header(MemorySegment encoded) {
        var header = ImageHeader.read(encoded);
        limit.check(header);
        return header;
    }

    @Override
    public Decoded decode(MemorySegment encoded, ImageHeader header, Request request, ScratchBuffers scratch) {
        var workspace = Workspace.of(scratch);
        long start = workspace.startDecoding();
        var decoded = decode(encoded, header, request, workspace);
        workspace.endDecoding(start);
        return decoded;
    }

    private Decoded decode(MemorySegment encoded, ImageHeader header, Request request, Workspace workspace) {
        limit.check(header);
        TruncationCheck.check(encoded, header);
        var scale = scale(header, request);
        var part = JpegRegionExtractor.extract(
                encoded, header, new Request(request.channels(), scale, request.region()), workspace);
        if (part.isPresent()) {
            var smaller = part.get();
            decodeChecked(smaller.encoded(), smaller.header(), scale, request.channels(), workspace);
            int divisor = scale.divisor();
            return new Decoded(workspace.decoded, scale, smaller.left() / divisor, smaller.top() / divisor);
        }
        return intact.isPresent() && DecoderMessages.areCaught()
                ? decodeRemembered(intact.get(), encoded, header, request, workspace)
                : decodeWhole(encoded, header, request, workspace);
    }

    /** As a whole the first time, which finds damage, and then no further down than the region. */
    private Decoded decodeRemembered(
            IntactFiles known, MemorySegment encoded, ImageHeader header, Request request, Workspace workspace) {
        var scale = scale(header, request);
        var rows = JpegRowLimiter.rows(encoded, header, request.region(), scale);
        if (rows.isEmpty()) {
            return decodeWhole(encoded, header, request, workspace);
        }
        long key = IntactFiles.key(encoded);
        if (known.contains(key)) {
            var limited = JpegRowLimiter.limited(encoded, header.format(), rows.getAsInt(), workspace);
            // The decoder says that data is left over, as it is.
            String _ = decode(limited, header.withHeight(rows.getAsInt()), scale, request.channels(), workspace);
            return new Decoded(workspace.decoded, scale, 0, 0);
        }
        var decoded = decodeWhole(encoded, header, request, workspace);
        known.add(key);
        return decoded;
    }

    private Decoded decodeWhole(MemorySegment encoded, ImageHeader header, Request request, Workspace workspace) {
        var scale = scale(header, request);
        if (header.cmykEncoding() == CmykEncoding.CMYK) {
            CmykJpegDecoder.decode(encoded, header, request.channels(), workspace);
            check(encoded, header, "", workspace);
        } else {
            decodeChecked(encoded, header, scale, request.channels(), workspace);
        }
        return new Decoded(upright(header.orientation(), workspace), scale, 0, 0);
    }

    /** OpenCV decodes other formats at full size and then downscales them, which the later resize does better. */
    private static DecodeScale scale(ImageHeader header, Request request) {
        boolean scalable = header.format() == ImageFormat.JPEG && header.cmykEncoding() != CmykEncoding.CMYK;
        return scalable ? request.scale() : DecodeScale.NONE;
    }

    @Override
    public ImageDecoder acceptingDamage() {
        return new OpenCvDecoder(limit, true);
    }

    @Override
    public ImageDecoder remembering(int images) {
        return acceptsDamage ? this : new OpenCvDecoder(limit, false, Optional.of(new IntactFiles(images)));
    }

    private void decodeChecked(
            MemorySegment encoded, ImageHeader header, DecodeScale scale, int channels, Workspace workspace) {
        String messages = decode(encoded, header, scale, channels, workspace);
        if (!messages.isEmpty()) {
            check(encoded, header, messages, workspace);
        }
    }

    private void check(MemorySegment encoded, ImageHeader header, String messages, Workspace workspace) {
        if (!acceptsDamage) {
            DamageCheck.check(encoded, header, messages, workspace);
        }
    }

    /** Returns what the decoder had to say about the image, mostly nothing. */
    private static String decode(
            MemorySegment encoded, ImageHeader header, DecodeScale scale, int channels, Workspace workspace) {
        var image = workspace.decoded.sized(scale.of(header.height()), scale.of(header.width()), channels);
        var input = workspace.encoded(encoded);
        long allocated = decoderBytes(header);
        workspace.tracker().reserve(allocated);
        var messages = DecoderMessages.begin();
        try (var result = imdecode(input.mat(), flags(scale, channels), image.mat())) {
            if (!result.empty() && image.isIntact()) {
                return messages.end();
            }
        } catch (RuntimeException thrown) {
            throw new InvalidImageException(failureMessage(header, messages.end()), thrown);
        } finally {
            messages.end();
            workspace.tracker().release(allocated);
            Reference.reachabilityFence(encoded);
        }
        throw new InvalidImageException(failureMessage(header, messages.end()));
    }

    /** The memory that decoders allocate: coefficients of progressive JPEGs, and whole canvases of WebP and GIF. */
    private static long decoderBytes(ImageHeader header) {
        long pixels = (long) header.width() * header.height();
        return switch (header.format()) {
            case JPEG -> header.progressive() ? 2 * pixels * header.channels() : 0;
            case WEBP, GIF -> 4 * pixels;
            case PNG, BMP -> 0;
        };
    }

    private static String failureMessage(ImageHeader header, String messages) {
        return "%s of %d×%d pixels cannot be decoded: it is truncated or corrupt%s"
                .formatted(
                        header.format(),
                        header.width(),
                        header.height(),
                        messages.isEmpty() ? "" : " (%s)".formatted(messages.replace('\n', ' ')));
    }

    private static int flags(DecodeScale scale, int channels) {
        int size = switch (scale) {
            case NONE -> 0;
            case HALF -> IMREAD_REDUCED_GRAYSCALE_2;
            case QUARTER -> IMREAD_REDUCED_GRAYSCALE_4;
            case EIGHTH -> IMREAD_REDUCED_GRAYSCALE_8;
        };
        return (channels == 1 ? IMREAD_GRAYSCALE : IMREAD_COLOR_RGB) | IMREAD_IGNORE_ORIENTATION | size;
    }

    private static MatImage upright(Orientation orientation, Workspace workspace) {
        var image = workspace.decoded;
        if (orientation.transposes()) {
            var transposed = workspace.transposed.sized(image.width(), image.height(), image.channels());
            opencv_core.transpose(image.mat(), transposed.mat());
            image = transposed;
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
