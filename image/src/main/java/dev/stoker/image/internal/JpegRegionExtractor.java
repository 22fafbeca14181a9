package dev.stoker.image.internal;

import dev.stoker.core.MemoryTracker;
import dev.stoker.image.decode.CmykEncoding;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.decode.ImageFormat;
import dev.stoker.image.decode.ImageHeader;
import dev.stoker.image.decode.Orientation;
import dev.stoker.image.jpeg.TiledJpegCropper;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** Smaller JPEGs that show what is needed of an image, so that no more is decoded. One worker's. */
public final class JpegRegionExtractor implements AutoCloseable {
    private final TiledJpegCropper tiles = new TiledJpegCropper();
    private final PixelMemory memory;

    public JpegRegionExtractor(MemoryTracker account) {
        memory = new PixelMemory(account);
    }

    /** A file with a part of the image, and where its first pixel stands in the whole. */
    public record Part(MemorySegment encoded, ImageHeader header, int left, int top) {}

    /** Empty where there is nothing to gain: such an image is decoded as a whole. */
    public Optional<Part> of(MemorySegment encoded, ImageHeader header, ImageDecoder.Request request) {
        boolean usual = header.format() == ImageFormat.JPEG
                && !header.progressive()
                && header.inks() == CmykEncoding.NONE
                && header.orientation() == Orientation.UPRIGHT;
        return usual && tiles.open(encoded) ? cut(header, request) : Optional.empty();
    }

    /** One pixel more on each side, of the size that is decoded: colors have fewer pixels and are spread across edges. */
    private Optional<Part> cut(ImageHeader header, ImageDecoder.Request request) {
        int more = request.reduction().divisor();
        var region = request.region();
        int left = Math.max(0, region.left() - more);
        int top = Math.max(0, region.top() - more);
        int right = Math.min(header.width(), region.left() + region.width() + more);
        int bottom = Math.min(header.height(), region.top() + region.height() + more);
        int size = tiles.choose(left, top, right - left, bottom - top);
        if (size == 0) {
            return Optional.empty();
        }
        var file = MemorySegment.ofAddress(memory.of(size)).reinterpret(size);
        tiles.write(file);
        var part = new ImageHeader(
                header.format(),
                tiles.width(),
                tiles.height(),
                header.channels(),
                false,
                header.inks(),
                header.orientation());
        return Optional.of(new Part(file, part, tiles.left(), tiles.top()));
    }

    @Override
    public void close() {
        memory.close();
    }
}
