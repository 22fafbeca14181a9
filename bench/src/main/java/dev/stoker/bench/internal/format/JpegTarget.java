package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.JpegMutator;
import dev.stoker.image.decode.CmykEncoding;
import dev.stoker.image.decode.DecodeScale;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.decode.ImageHeader;
import dev.stoker.image.decode.ImageRegion;
import dev.stoker.image.jpeg.TiledJpegCropper;
import dev.stoker.image.jpeg.TiledJpegRewriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.bytedeco.opencv.global.opencv_imgcodecs;

/** JPEGs, besides what {@link ImageTarget} does: crops, downscaled ones, and the lossless rewriting for crops. */
final class JpegTarget extends ImageTarget {
    private static final int TILE = 16;
    private static final int LARGEST_REWRITTEN = 1 << 16;

    private final TiledJpegCropper tiles = new TiledJpegCropper();

    JpegTarget() {
        super(ImageCorpus.jpegs(), new JpegMutator().or(new ByteMutator()).sometimesThen(new ByteMutator()));
    }

    /** The rewriter's own entropy decoder refuses damaged data, of which a crop may show less than the whole does. */
    @Override
    void accepted(MemorySegment encoded, byte[] bytes, ImageHeader header) {
        if ((long) header.width() * header.height() > LARGEST_REWRITTEN || header.cmykEncoding() != CmykEncoding.NONE) {
            return;
        }
        if (TiledJpegRewriter.rewrite(bytes, TILE) instanceof TiledJpegRewriter.Result.Rewritten(byte[] rewritten)) {
            for (int channels : new int[] {3, 1}) {
                rewritingKeepsPixels(bytes, rewritten, flags(channels));
            }
            if (hasItsTiles(encoded, header)) {
                crops(encoded, bytes, header);
            }
            try (var arena = Arena.ofConfined()) {
                crops(arena.allocateFrom(ValueLayout.JAVA_BYTE, rewritten), bytes, header);
            }
        }
    }

    /**
     * Whether no tile was changed since the file was made crop-ready, if it was. A crop whose own tiles are as they were has the
     * pixels from before the change, and the whole image, which each tile continues, has others.
     */
    private boolean hasItsTiles(MemorySegment encoded, ImageHeader header) {
        if (!tiles.open(encoded)) {
            return true;
        }
        for (int top = 0; top < header.height(); top += tiles.height()) {
            if (tiles.choose(0, top, header.width(), 1) == 0) {
                return false;
            }
        }
        return true;
    }

    private void rewritingKeepsPixels(byte[] bytes, byte[] rewritten, int flags) {
        var before = plain.decode(bytes, flags).orElseThrow();
        var after = plain.decode(rewritten, flags)
                .orElseThrow(() -> new WrongResultException("rewritten for crops, OpenCV cannot decode it"));
        WrongResultException.require(
                before.width() == after.width() && Arrays.equals(before.bytes(), after.bytes()),
                "rewritten for crops, it has other pixels");
    }

    private void crops(MemorySegment encoded, byte[] whole, ImageHeader header) {
        for (var scale : DecodeScale.values()) {
            crop(encoded, whole, header, scale);
        }
    }

    /** The middle quarter of the image. */
    private void crop(MemorySegment encoded, byte[] whole, ImageHeader header, DecodeScale scale) {
        int width = header.uprightWidth();
        int height = header.uprightHeight();
        var region = new ImageRegion(width / 4, height / 4, Math.max(1, width / 2), Math.max(1, height / 2));
        var decoded =
                decoder.decode(encoded, decoder.header(encoded), new ImageDecoder.Request(3, scale, region), scratch);
        var expected = plain.decode(whole, flags(decoded.scale())).orElseThrow().turned(header.orientation());
        int divisor = decoded.scale().divisor();
        same(
                decoded.image(),
                decoded.left(),
                decoded.top(),
                expected,
                Math.ceilDiv(region.left(), divisor),
                Math.ceilDiv(region.top(), divisor),
                Math.min(expected.width(), (region.left() + region.width()) / divisor),
                Math.min(expected.height(), (region.top() + region.height()) / divisor));
    }

    /** OpenCV has no names for reduced sizes in this order of colors; the first bit alone means BGR. */
    private static int flags(DecodeScale scale) {
        return switch (scale) {
            case NONE -> opencv_imgcodecs.IMREAD_COLOR_RGB;
            case HALF -> opencv_imgcodecs.IMREAD_REDUCED_GRAYSCALE_2 | opencv_imgcodecs.IMREAD_COLOR_RGB;
            case QUARTER -> opencv_imgcodecs.IMREAD_REDUCED_GRAYSCALE_4 | opencv_imgcodecs.IMREAD_COLOR_RGB;
            case EIGHTH -> opencv_imgcodecs.IMREAD_REDUCED_GRAYSCALE_8 | opencv_imgcodecs.IMREAD_COLOR_RGB;
        };
    }
}
