package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.Mutator;
import dev.stoker.image.Image;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.CmykEncoding;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.decode.ImageHeader;
import dev.stoker.image.decode.PixelLimit;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.bytedeco.opencv.global.opencv_imgcodecs;

/** Decodes an image in color and in gray, and compares every pixel with what OpenCV alone gives for the same bytes. */
class ImageTarget implements FuzzTarget {
    /** So that a damaged size costs milliseconds. */
    private static final PixelLimit LIMIT = new PixelLimit(1 << 20, 65_500);

    final ImageDecoder decoder = ImageDecoder.openCv(LIMIT);
    final ScratchBuffers scratch = ScratchBuffers.open();
    final PlainDecoder plain = new PlainDecoder();
    private final List<byte[]> corpus;
    private final Mutator mutator;

    ImageTarget(List<byte[]> corpus, Mutator mutator) {
        this.corpus = corpus;
        this.mutator = mutator;
    }

    @Override
    public List<byte[]> corpus() {
        return corpus;
    }

    @Override
    public Mutator mutator() {
        return mutator;
    }

    @Override
    public void check(FuzzInput input) {
        try (var arena = Arena.ofConfined()) {
            var encoded = arena.allocateFrom(ValueLayout.JAVA_BYTE, input.bytes());
            var header = decoder.header(encoded);
            compare(decoder.decode(encoded, 3, scratch), input.bytes(), header, 3);
            compare(decoder.decode(encoded, 1, scratch), input.bytes(), header, 1);
            accepted(encoded, input.bytes(), header);
        }
    }

    /** More checks of an image that was decoded. */
    void accepted(MemorySegment encoded, byte[] bytes, ImageHeader header) {}

    /**
     * CMYK without Adobe's marker is decoded by other code, since OpenCV would give its negative. The orientation is that of
     * the header: OpenCV reads some from corrupt EXIF, which means upright here.
     */
    private void compare(Image image, byte[] bytes, ImageHeader header, int channels) {
        if (header.cmykEncoding() == CmykEncoding.CMYK) {
            return;
        }
        var expected = plain.decode(bytes, flags(channels))
                .orElseThrow(() -> new WrongResultException("decoded, though OpenCV cannot decode it"))
                .turned(header.orientation());
        same(image, 0, 0, expected, 0, 0, expected.width(), expected.height());
        WrongResultException.require(
                image.width() == expected.width() && image.height() == expected.height(),
                "%d×%d pixels, OpenCV has %d×%d"
                        .formatted(image.width(), image.height(), expected.width(), expected.height()));
    }

    static int flags(int channels) {
        return channels == 1 ? opencv_imgcodecs.IMREAD_GRAYSCALE : opencv_imgcodecs.IMREAD_COLOR_RGB;
    }

    /** A region of the image that starts at (left, top) of the expected one, compared where both have pixels. */
    static void same(
            Image image, int left, int top, PlainDecoder.Pixels expected, int fromX, int fromY, int toX, int toY) {
        WrongResultException.require(
                image.channels() == expected.channels()
                        && left <= fromX
                        && top <= fromY
                        && left + image.width() >= toX
                        && top + image.height() >= toY,
                "%d×%d pixels at (%d, %d) do not cover (%d, %d) to (%d, %d)"
                        .formatted(image.width(), image.height(), left, top, fromX, fromY, toX, toY));
        var pixels = image.pixels();
        for (int y = fromY; y < toY; y++) {
            long row = (y - top) * image.step();
            for (int x = fromX; x < toX; x++) {
                for (int channel = 0; channel < image.channels(); channel++) {
                    int found = pixels.get(ValueLayout.JAVA_BYTE, row + (long) (x - left) * image.channels() + channel)
                            & 0xff;
                    int wanted = expected.at(y, x, channel);
                    if (found != wanted) {
                        throw new WrongResultException("pixel (%d, %d) of %d×%d, channel %d is %d, OpenCV has %d"
                                .formatted(x, y, expected.width(), expected.height(), channel, found, wanted));
                    }
                }
            }
        }
    }

    @Override
    public void close() {
        scratch.close();
        plain.close();
    }
}
