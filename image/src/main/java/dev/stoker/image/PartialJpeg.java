package dev.stoker.image;

import dev.stoker.core.MemoryAccount;
import dev.stoker.image.jpeg.TileCut;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** Smaller JPEGs that show what is needed of a picture, so that no more is decoded. One worker's. */
final class PartialJpeg implements AutoCloseable {
    private final TileCut tiles = new TileCut();
    private final PixelMemory memory;

    PartialJpeg(MemoryAccount account) {
        memory = new PixelMemory(account);
    }

    /** A file with a part of the picture, and where its first pixel stands in the whole. */
    record Part(MemorySegment encoded, ImageHeader header, int left, int top) {}

    /** Empty where there is nothing to gain: such a picture is decoded as a whole. */
    Optional<Part> of(MemorySegment encoded, ImageHeader header, Decoder.Request request) {
        boolean usual = header.format() == ImageFormat.JPEG
                && !header.progressive()
                && header.inks() == Inks.NONE
                && header.orientation() == Orientation.UPRIGHT;
        return usual && tiles.open(encoded) ? cut(header, request) : Optional.empty();
    }

    /** One pixel more on each side, of the size that is decoded: colours have fewer pixels and are spread across edges. */
    private Optional<Part> cut(ImageHeader header, Decoder.Request request) {
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
