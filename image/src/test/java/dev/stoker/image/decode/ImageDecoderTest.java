package dev.stoker.image.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.image.EncodedImages;
import dev.stoker.image.JpegCases;
import dev.stoker.image.Pixels;
import dev.stoker.image.PngCases;
import dev.stoker.image.ReferenceTransforms;
import dev.stoker.image.ScratchBuffers;
import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every format against the JDK's readers, or against the pixels that were encoded. */
class ImageDecoderTest {
    /** The mean difference, in levels, that other arithmetic for DCT, chroma and colors may cause. */
    private static final double JPEG_TOLERANCE = 2;

    private static final Pixels PIXELS = Pixels.smooth(57, 83, 3);

    private final ScratchBuffers scratch = ScratchBuffers.open();

    @AfterEach
    void close() {
        scratch.close();
    }

    @Test
    void aBaselineJpegHasThePixelsThatTheJdkReads() {
        var jpeg = EncodedImages.jpeg(PIXELS);
        assertThat(decode(jpeg, 3).meanDifference(EncodedImages.read(jpeg))).isLessThan(JPEG_TOLERANCE);
        assertThat(decode(jpeg, 3).meanDifference(PIXELS)).isLessThan(JPEG_TOLERANCE);
    }

    @Test
    void aProgressiveJpegHasThePixelsThatTheJdkReads() {
        var jpeg = EncodedImages.progressiveJpeg(PIXELS);
        assertThat(decode(jpeg, 3).meanDifference(EncodedImages.read(jpeg))).isLessThan(JPEG_TOLERANCE);
    }

    @Test
    void grayAndColorBecomeEachOther() {
        var gray = Pixels.smooth(57, 83, 1);
        var jpeg = EncodedImages.jpeg(gray);
        assertThat(decode(jpeg, 1).meanDifference(gray)).isLessThan(JPEG_TOLERANCE);
        assertThat(decode(jpeg, 3).meanDifference(ReferenceTransforms.gray(gray, 3)))
                .isLessThan(JPEG_TOLERANCE);
        assertThat(decode(EncodedImages.jpeg(PIXELS), 1).meanDifference(ReferenceTransforms.gray(PIXELS, 1)))
                .isLessThan(JPEG_TOLERANCE);
        var png = EncodedImages.as("png", PIXELS.image(BufferedImage.TYPE_INT_RGB));
        assertThat(decode(png, 1).largestDifference(ReferenceTransforms.gray(PIXELS, 1)))
                .isLessThan(1.01);
    }

    @Test
    void aJpegThatStoresRedGreenAndBlueIsTakenAtAdobesWord() {
        var jpeg = JpegCases.adobe(JpegCases.components(PIXELS), 0);
        assertThat(decode(jpeg, 3).meanDifference(PIXELS)).isLessThan(JPEG_TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void cmykBecomesRgb(boolean inverted) {
        var cmyk = Pixels.smooth(40, 48, 4);
        var encoded = JpegCases.cmyk(inverted ? inverse(cmyk) : cmyk);
        var expected = Pixels.of(
                40, 48, 3, (y, x, channel) -> (255 - cmyk.at(y, x, channel)) * (255 - cmyk.at(y, x, 3)) / 255);
        var jpeg = inverted ? JpegCases.adobe(encoded, 0) : encoded;
        assertThat(decode(jpeg, 3).meanDifference(expected)).isLessThan(JPEG_TOLERANCE);
        assertThat(decode(jpeg, 1).meanDifference(ReferenceTransforms.gray(expected, 1)))
                .isLessThan(JPEG_TOLERANCE);
    }

    private static Pixels inverse(Pixels pixels) {
        return Pixels.of(
                pixels.height(), pixels.width(), pixels.channels(), (y, x, channel) -> 255 - pixels.at(y, x, channel));
    }

    /** libjpeg gives 255 minus the color that luma and chroma stand for, and Adobe means that as inverted ink. */
    @Test
    void ycckBecomesRgb() {
        var light = Pixels.smooth(40, 48, 3);
        var paper = Pixels.smooth(40, 48, 1);
        var stored = Pixels.of(40, 48, 4, (y, x, channel) -> {
            double red = 255 - light.at(y, x, 0);
            double green = 255 - light.at(y, x, 1);
            double blue = 255 - light.at(y, x, 2);
            double luma = 0.299 * red + 0.587 * green + 0.114 * blue;
            return switch (channel) {
                case 0 -> luma;
                case 1 -> 128 + (blue - luma) / 1.772;
                case 2 -> 128 + (red - luma) / 1.402;
                default -> paper.at(y, x, 0);
            };
        });
        var expected = Pixels.of(40, 48, 3, (y, x, channel) -> light.at(y, x, channel) * paper.at(y, x, 0) / 255);
        var jpeg = JpegCases.adobe(JpegCases.cmyk(stored), 2);
        assertThat(decode(jpeg, 3).meanDifference(expected)).isLessThan(JPEG_TOLERANCE);
    }

    /** The meaning of the eight values, from the standard: which side of the stored image is top and which is left. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyOrientationComesOutUpright(int orientation) {
        var jpeg =
                JpegCases.oriented(EncodedImages.jpeg(stored(PIXELS, orientation)), orientation, orientation % 2 == 0);
        assertThat(decode(jpeg, 3).meanDifference(PIXELS)).isLessThan(JPEG_TOLERANCE);
    }

    /** How a camera held that way stores an upright image. */
    private static Pixels stored(Pixels upright, int orientation) {
        int right = upright.width() - 1;
        int bottom = upright.height() - 1;
        boolean turned = orientation > 4;
        int height = turned ? upright.width() : upright.height();
        int width = turned ? upright.height() : upright.width();
        return Pixels.of(height, width, 3, (row, column, channel) -> switch (orientation) {
            case 1 -> upright.at(row, column, channel);
            case 2 -> upright.at(row, right - column, channel); // row 0 is the top, column 0 the right
            case 3 -> upright.at(bottom - row, right - column, channel); // row 0 the bottom, column 0 the right
            case 4 -> upright.at(bottom - row, column, channel); // row 0 the bottom, column 0 the left
            case 5 -> upright.at(column, row, channel); // row 0 the left, column 0 the top
            case 6 -> upright.at(column, right - row, channel); // row 0 the right, column 0 the top
            case 7 -> upright.at(bottom - column, right - row, channel); // row 0 the right, column 0 the bottom
            default -> upright.at(bottom - column, row, channel); // row 0 the left, column 0 the bottom
        });
    }

    @Test
    void theOrientationOfAPngCounts() {
        var png = EncodedImages.as("png", stored(PIXELS, 6).image(BufferedImage.TYPE_INT_RGB));
        var oriented = PngCases.withChunk(png, "eXIf", EncodedImages.exif(6, true));
        assertThat(decode(oriented, 3).largestDifference(PIXELS)).isZero();
    }

    @ParameterizedTest
    @EnumSource(DecodeScale.class)
    void aDownscaledJpegIsTheMeanOfItsPixels(DecodeScale scale) {
        var pixels = Pixels.smooth(64, 96, 3);
        var encoded = EncodedImages.segment(EncodedImages.jpeg(pixels));
        var header = ImageHeader.read(encoded);
        var request = new ImageDecoder.Request(3, scale, new ImageRegion(0, 0, 96, 64));
        var decoded = ImageDecoder.openCv().decode(encoded, header, request, scratch);
        int divisor = scale.divisor();
        assertThat(decoded.scale()).isEqualTo(scale);
        assertThat(Pixels.of(decoded.image())
                        .meanDifference(ReferenceTransforms.resizeArea(pixels, 64 / divisor, 96 / divisor)))
                .isLessThan(JPEG_TOLERANCE);
    }

    @Test
    void sidesThatDoNotDivideAreRoundedUpWhenReduced() {
        var encoded = EncodedImages.segment(EncodedImages.jpeg(PIXELS));
        var request = new ImageDecoder.Request(3, DecodeScale.QUARTER, new ImageRegion(0, 0, 83, 57));
        var image = ImageDecoder.openCv()
                .decode(encoded, ImageHeader.read(encoded), request, scratch)
                .image();
        assertThat(image.width()).isEqualTo(21);
        assertThat(image.height()).isEqualTo(15);
    }

    @Test
    void aDecoderAtFullSizeDoesNotDownscale() {
        var encoded = EncodedImages.segment(EncodedImages.jpeg(PIXELS));
        var request = new ImageDecoder.Request(3, DecodeScale.EIGHTH, new ImageRegion(0, 0, 83, 57));
        var decoded = ImageDecoder.openCv().atFullSize().decode(encoded, ImageHeader.read(encoded), request, scratch);
        assertThat(decoded.scale()).isEqualTo(DecodeScale.NONE);
        assertThat(decoded.image().width()).isEqualTo(83);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                BufferedImage.TYPE_INT_RGB,
                BufferedImage.TYPE_BYTE_GRAY,
                BufferedImage.TYPE_BYTE_INDEXED,
                BufferedImage.TYPE_BYTE_BINARY
            })
    void aPngHasThePixelsThatTheJdkReads(int type) {
        var image = PIXELS.image(type);
        assertThat(decode(EncodedImages.as("png", image), 3).largestDifference(raw(image)))
                .isZero();
    }

    /** The samples themselves: getRGB would convert gray from linear light. */
    private static Pixels raw(BufferedImage image) {
        boolean gray = image.getType() == BufferedImage.TYPE_BYTE_GRAY;
        return gray
                ? Pixels.of(
                        image.getHeight(),
                        image.getWidth(),
                        3,
                        (y, x, _) -> image.getRaster().getSample(x, y, 0))
                : Pixels.of(image);
    }

    @Test
    void transparencyIsDroppedAndTheColorsUnderItShow() {
        var image = PIXELS.image(BufferedImage.TYPE_INT_ARGB);
        for (int x = 0; x < image.getWidth(); x++) {
            image.setRGB(x, 5, (image.getRGB(x, 5) & 0xffffff) | x << 24);
        }
        assertThat(decode(EncodedImages.as("png", image), 3).largestDifference(PIXELS))
                .isZero();
    }

    @Test
    void samplesOfSixteenBitsKeepTheirUpperEight() {
        var image = new BufferedImage(83, 57, BufferedImage.TYPE_USHORT_GRAY);
        for (int i = 0; i < 83 * 57; i++) {
            image.getRaster().setSample(i % 83, i / 83, 0, i * 13 & 0xffff);
        }
        var expected = Pixels.of(57, 83, 1, (y, x, _) -> ((y * 83 + x) * 13) >> 8 & 255);
        assertThat(decode(EncodedImages.as("png", image), 1).largestDifference(expected))
                .isZero();
        assertThat(decode(EncodedImages.as("png", image), 3).largestDifference(ReferenceTransforms.gray(expected, 3)))
                .isLessThan(1e-9);
    }

    @Test
    void colorsOfSixteenBitsKeepTheirUpperEight() {
        var image = components(ColorSpace.CS_sRGB, 3, false, DataBuffer.TYPE_USHORT);
        var expected = Pixels.of(57, 83, 3, (y, x, channel) -> ((y * 83 + x) * 11 + 9000 * channel) >> 8 & 255);
        for (int i = 0; i < 83 * 57 * 3; i++) {
            image.getRaster().setSample(i / 3 % 83, i / 3 / 83, i % 3, i / 3 * 11 + 9000 * (i % 3) & 0xffff);
        }
        assertThat(decode(EncodedImages.as("png", image), 3).largestDifference(expected))
                .isZero();
    }

    @Test
    void transparencyOfGrayIsDroppedToo() {
        var image = components(ColorSpace.CS_GRAY, 1, true, DataBuffer.TYPE_BYTE);
        for (int i = 0; i < 83 * 57; i++) {
            image.getRaster().setSample(i % 83, i / 83, 0, i & 255);
            image.getRaster().setSample(i % 83, i / 83, 1, i * 7 & 255);
        }
        var expected = Pixels.of(57, 83, 1, (y, x, _) -> (y * 83 + x) & 255);
        assertThat(decode(EncodedImages.as("png", image), 1).largestDifference(expected))
                .isZero();
    }

    private static BufferedImage components(int space, int colors, boolean alpha, int type) {
        var model = new ComponentColorModel(
                ColorSpace.getInstance(space),
                alpha,
                false,
                alpha ? Transparency.TRANSLUCENT : Transparency.OPAQUE,
                type);
        var raster = Raster.createInterleavedRaster(type, 83, 57, colors + (alpha ? 1 : 0), null);
        return new BufferedImage(model, raster, false, null);
    }

    @Test
    void aTransparentColorOfAPaletteShows() {
        var palette = new byte[] {10, (byte) 200, 50, 90};
        var model = new IndexColorModel(2, 4, palette, palette, palette, 1);
        var image = new BufferedImage(83, 57, BufferedImage.TYPE_BYTE_INDEXED, model);
        for (int i = 0; i < 83 * 57; i++) {
            image.getRaster().setSample(i % 83, i / 83, 0, i & 3);
        }
        var expected = Pixels.of(57, 83, 3, (y, x, _) -> palette[(y * 83 + x) & 3] & 255);
        assertThat(decode(EncodedImages.as("png", image), 3).largestDifference(expected))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {BufferedImage.TYPE_INT_RGB, BufferedImage.TYPE_BYTE_INDEXED, BufferedImage.TYPE_BYTE_BINARY})
    void aBitmapHasThePixelsThatTheJdkReads(int type) {
        var image = PIXELS.image(type);
        assertThat(decode(EncodedImages.as("bmp", image), 3).largestDifference(Pixels.of(image)))
                .isZero();
    }

    /** A negative height says that the lines are stored from the top. */
    @Test
    void aBitmapMayStartAtTheTop() {
        var bitmap = EncodedImages.as("bmp", PIXELS.image(BufferedImage.TYPE_INT_RGB));
        bitmap[22] = -57;
        bitmap[23] = bitmap[24] = bitmap[25] = -1;
        assertThat(decode(bitmap, 3).largestDifference(ReferenceTransforms.flipVertically(PIXELS)))
                .isZero();
    }

    @Test
    void anAnimationShowsItsFirstFrame() {
        var first = PIXELS.image(BufferedImage.TYPE_BYTE_INDEXED);
        var second = Pixels.noise(57, 83, 3, 1).image(BufferedImage.TYPE_BYTE_INDEXED);
        assertThat(decode(EncodedImages.animation(first, second), 3).largestDifference(Pixels.of(first)))
                .isZero();
    }

    @Test
    void aGifHasThePixelsThatTheJdkReads() {
        var gif = EncodedImages.as("gif", PIXELS.image(BufferedImage.TYPE_BYTE_INDEXED));
        assertThat(decode(gif, 3).largestDifference(EncodedImages.read(gif))).isZero();
    }

    /** Image writers put the first frame at the corner of a canvas of its size; here the canvas is larger. */
    @Test
    void aGifWhoseFrameIsSmallerThanItsCanvasShowsTheBackground() {
        var gif = EncodedImages.as("gif", PIXELS.image(BufferedImage.TYPE_BYTE_INDEXED));
        var frame = EncodedImages.read(gif);
        gif[6] = (byte) (gif[6] + 10);
        gif[8] = (byte) (gif[8] + 5);
        var decoded = decode(gif, 3);
        assertThat(decoded.width()).isEqualTo(93);
        assertThat(decoded.height()).isEqualTo(62);
        assertThat(ReferenceTransforms.crop(decoded, 0, 0, 83, 57).largestDifference(frame))
                .isZero();
        int background = gif[11] & 255;
        assertThat(decoded.at(61, 92, 1)).isEqualTo(gif[13 + 3 * background + 1] & 255);
    }

    @Test
    void aLosslessWebpIsDecodedExactly() {
        assertThat(decode(EncodedImages.webp(swapped(PIXELS), 101), 3).largestDifference(PIXELS))
                .isZero();
    }

    @Test
    void aLossyWebpIsDecodedApproximately() {
        assertThat(decode(EncodedImages.webp(swapped(PIXELS), 95), 3).meanDifference(PIXELS))
                .isLessThan(3);
    }

    private static Pixels swapped(Pixels pixels) {
        return Pixels.of(pixels.height(), pixels.width(), 3, (y, x, channel) -> pixels.at(y, x, 2 - channel));
    }

    @Test
    void bytesOnTheHeapAreDecodedToo() {
        var jpeg = EncodedImages.jpeg(PIXELS);
        var onHeap = Pixels.of(ImageDecoder.openCv().decode(MemorySegment.ofArray(jpeg), 3, scratch));
        assertThat(onHeap).usingRecursiveComparison().isEqualTo(decode(jpeg, 3));
    }

    private Pixels decode(byte[] encoded, int channels) {
        return Pixels.of(ImageDecoder.openCv().decode(EncodedImages.segment(encoded), channels, scratch));
    }
}
