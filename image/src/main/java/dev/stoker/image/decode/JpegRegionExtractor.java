package dev.stoker.image.decode;

import dev.stoker.image.internal.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** Cuts smaller JPEGs out of tiled ones, so that no more than the requested region is decoded. */
final class JpegRegionExtractor {
    private JpegRegionExtractor() {}

    /** A file with a part of the image, and the position of its first pixel in the whole image. */
    record Part(MemorySegment encoded, ImageHeader header, int left, int top) {}

    /** Empty where nothing is saved: such an image is decoded as a whole. */
    static Optional<Part> extract(
            MemorySegment encoded, ImageHeader header, ImageDecoder.Request request, Workspace workspace) {
        boolean plain = header.format() == ImageFormat.JPEG
                && !header.progressive()
                && header.cmykEncoding() == CmykEncoding.NONE
                && header.orientation() == Orientation.UPRIGHT;
        return plain && workspace.tiles.open(encoded) ? crop(header, request, workspace) : Optional.empty();
    }

    /** Adds one pixel of the decoded size on each side: chroma is subsampled, and upsampling reads across edges. */
    private static Optional<Part> crop(ImageHeader header, ImageDecoder.Request request, Workspace workspace) {
        int margin = request.scale().divisor();
        var region = request.region();
        int left = Math.max(0, region.left() - margin);
        int top = Math.max(0, region.top() - margin);
        int right = Math.min(header.width(), region.left() + region.width() + margin);
        int bottom = Math.min(header.height(), region.top() + region.height() + margin);
        var tiles = workspace.tiles;
        int size = tiles.choose(left, top, right - left, bottom - top);
        if (size == 0) {
            return Optional.empty();
        }
        var file = MemorySegment.ofAddress(workspace.croppedFile.of(size)).reinterpret(size);
        tiles.write(file);
        var part = new ImageHeader(
                header.format(),
                tiles.width(),
                tiles.height(),
                header.channels(),
                false,
                header.cmykEncoding(),
                header.orientation());
        return Optional.of(new Part(file, part, tiles.left(), tiles.top()));
    }
}
