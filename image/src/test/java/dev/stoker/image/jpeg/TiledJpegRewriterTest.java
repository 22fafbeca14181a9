package dev.stoker.image.jpeg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.image.EncodedImages;
import dev.stoker.image.JpegCases;
import dev.stoker.image.Pixels;
import dev.stoker.image.RandomJpegs;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.DecodeScale;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.decode.ImageHeader;
import dev.stoker.image.decode.ImageRegion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TiledJpegRewriterTest {
    private final ImageDecoder decoder = ImageDecoder.openCv();
    private final ScratchBuffers scratch = ScratchBuffers.open();

    @AfterEach
    void close() {
        scratch.close();
    }

    private static byte[] rewritten(byte[] jpeg, int tile) {
        return switch (TiledJpegRewriter.rewrite(jpeg, tile)) {
            case TiledJpegRewriter.Result.Rewritten(byte[] bytes) -> bytes;
            case TiledJpegRewriter.Result.Unchanged(String reason) -> throw new AssertionError(reason);
        };
    }

    private Pixels decoded(byte[] jpeg) {
        var encoded = MemorySegment.ofArray(jpeg);
        return Pixels.of(decoder.decode(encoded, decoder.header(encoded).channels() == 1 ? 1 : 3, scratch));
    }

    private static int[] decodedByTheJdk(byte[] jpeg) throws IOException {
        var image = ImageIO.read(new ByteArrayInputStream(jpeg));
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }

    // ---- lossless

    @Test
    void everyDecoderGivesTheSamePixelsForARewrittenFile() throws IOException {
        var random = new SplittableRandom(1);
        for (int i = 0; i < 2000; i++) {
            byte[] before = RandomJpegs.next(random, 1, 140);
            byte[] after = rewritten(before, random.nextInt(8, 200));
            assertThat(decoded(after).values())
                    .as("image %d, OpenCV", i)
                    .isEqualTo(decoded(before).values());
            if (i % 8 == 0) {
                assertThat(decodedByTheJdk(after)).as("image %d, the JDK", i).isEqualTo(decodedByTheJdk(before));
            }
        }
    }

    @Test
    void cmykAndRotatedImagesAreRewrittenUnchanged() {
        byte[] cmyk = JpegCases.adobe(JpegCases.cmyk(Pixels.noise(50, 70, 4, 1)), 0);
        byte[] black = JpegCases.adobe(JpegCases.cmyk(Pixels.noise(50, 70, 4, 2)), 2);
        byte[] turned = JpegCases.oriented(EncodedImages.jpeg(Pixels.smooth(50, 70, 3)), 6, true);
        byte[] components = JpegCases.adobe(JpegCases.components(Pixels.smooth(50, 70, 3)), 0);
        for (byte[] before : List.of(cmyk, black, turned, components)) {
            byte[] after = rewritten(before, 32);
            assertThat(decoded(after).values()).isEqualTo(decoded(before).values());
            assertThat(decoder.header(MemorySegment.ofArray(after)))
                    .isEqualTo(decoder.header(MemorySegment.ofArray(before)));
        }
    }

    @Test
    void rewritingTwiceGivesTheSameFile() {
        byte[] once = rewritten(RandomJpegs.next(new SplittableRandom(2), 90, 100), 32);
        assertThat(rewritten(once, 32)).isEqualTo(once);
    }

    // ---- crops

    /** With files in native memory, as workers have them, and at every scale of the decoder. */
    @Test
    void aCropOfTheTilesIsTheCropOfTheImage() {
        var random = new SplittableRandom(3);
        int smaller = 0;
        for (int i = 0; i < 300; i++) {
            byte[] file = rewritten(RandomJpegs.next(random, 30, 300), random.nextInt(16, 100));
            try (var arena = Arena.ofConfined()) {
                var encoded = arena.allocateFrom(ValueLayout.JAVA_BYTE, file);
                var header = decoder.header(encoded);
                for (var scale : DecodeScale.values()) {
                    var region = region(random, header);
                    var request = new ImageDecoder.Request(3, scale, region);
                    var all = Pixels.of(decoder.decode(
                                    encoded,
                                    header,
                                    new ImageDecoder.Request(
                                            3, scale, new ImageRegion(0, 0, header.width(), header.height())),
                                    scratch)
                            .image());
                    var part = decoder.decode(encoded, header, request, scratch);
                    assertSame(all, part, region, "image %d, %s, %s, %s".formatted(i, header, scale, region));
                    smaller += part.image().width() < all.width() ? 1 : 0;
                }
            }
        }
        assertThat(smaller).as("cuts that are narrower than the image").isGreaterThan(300);
    }

    private static ImageRegion region(SplittableRandom random, ImageHeader header) {
        int width = random.nextInt(1, header.width() + 1);
        int height = random.nextInt(1, header.height() + 1);
        return new ImageRegion(
                random.nextInt(header.width() - width + 1),
                random.nextInt(header.height() - height + 1),
                width,
                height);
    }

    private static void assertSame(Pixels all, ImageDecoder.Decoded part, ImageRegion region, String what) {
        var pixels = Pixels.of(part.image());
        int divisor = part.scale().divisor();
        for (int y = region.top() / divisor; y < (region.top() + region.height()) / divisor; y++) {
            for (int x = region.left() / divisor; x < (region.left() + region.width()) / divisor; x++) {
                for (int channel = 0; channel < 3; channel++) {
                    if (all.at(y, x, channel) != pixels.at(y - part.top(), x - part.left(), channel)) {
                        throw new AssertionError("%s: line %d, column %d".formatted(what, y, x));
                    }
                }
            }
        }
    }

    @Test
    void aRotatedImageIsDecodedAsAWhole() {
        byte[] file = rewritten(JpegCases.oriented(EncodedImages.jpeg(Pixels.smooth(200, 300, 3)), 6, true), 32);
        var encoded = MemorySegment.ofArray(file);
        var header = decoder.header(encoded);
        var part = decoder.decode(
                encoded,
                header,
                new ImageDecoder.Request(3, DecodeScale.NONE, new ImageRegion(10, 10, 20, 20)),
                scratch);
        assertThat(part.image().width()).isEqualTo(200);
    }

    // ---- files with a wrong table

    /** Whatever the tile table says, the pixels are those of the whole image. */
    @Test
    void aTileTableThatDoesNotMatchTheFileIsIgnored() {
        var random = new SplittableRandom(4);
        byte[] sound = rewritten(EncodedImages.jpeg(Pixels.noise(150, 260, 3, 1)), 32);
        var all = decoded(sound);
        int table = indexOf(sound, "Stoker tiles");
        int size = (sound[table - 2] & 0xff) << 8 | (sound[table - 1] & 0xff);
        for (int i = 0; i < 400; i++) {
            byte[] lying = sound.clone();
            int at = table + 15 + random.nextInt(size - 17);
            lying[at] = (byte) random.nextInt(256);
            var encoded = MemorySegment.ofArray(lying);
            var header = decoder.header(encoded);
            var region = region(random, header);
            var part = decoder.decode(encoded, header, new ImageDecoder.Request(3, DecodeScale.NONE, region), scratch);
            assertSame(all, part, region, "byte %d of the table".formatted(at - table));
        }
    }

    /** Tools that write other data may keep the table, since it is in an application segment. */
    @Test
    void aRowIsCroppedOnlyIfItsDataIsWhatItWas() {
        byte[] sound = rewritten(EncodedImages.jpeg(Pixels.smooth(160, 260, 3)), 32);
        var cropper = new TiledJpegCropper();
        assertThat(cropper.open(MemorySegment.ofArray(sound))).isTrue();
        assertThat(cropper.choose(40, 40, 20, 20)).isPositive();
        byte[] damaged = sound.clone();
        damaged[sound.length - 30] ^= 1;
        assertThat(cropper.open(MemorySegment.ofArray(damaged))).isTrue();
        assertThat(cropper.choose(40, 40, 20, 20)).as("rows before the damage").isPositive();
        assertThat(cropper.choose(40, 100, 20, 60)).as("rows with the damage").isZero();
    }

    @Test
    void aFileWithOtherHeadersIsNotCropped() {
        byte[] sound = rewritten(EncodedImages.jpeg(Pixels.smooth(160, 260, 3)), 32);
        var cropper = new TiledJpegCropper();
        for (int marker : new int[] {0xdb, 0xc0, 0xc4, 0xda}) {
            byte[] other = sound.clone();
            other[marker(sound, marker) + 6] ^= 1;
            boolean cropped = cropper.open(MemorySegment.ofArray(other)) && cropper.choose(40, 40, 20, 20) > 0;
            assertThat(cropped).as("marker %x", marker).isFalse();
        }
    }

    /** Even if all checksums are right. */
    @Test
    void noTableMakesTheCropperFailOrWriteBeyondItsMemory() {
        var random = new SplittableRandom(7);
        byte[] sound = rewritten(EncodedImages.jpeg(Pixels.noise(90, 130, 3, 1)), 16);
        int table = indexOf(sound, "Stoker tiles");
        int data = marker(sound, 0xda);
        data += 2 + ((sound[data + 2] & 0xff) << 8 | (sound[data + 3] & 0xff));
        int cropped = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] lying = sound.clone();
            for (int hits = random.nextInt(1, 4); hits > 0; hits--) {
                lying[random.nextInt(table + 19, data)] = (byte) random.nextInt(256);
            }
            var crc = new CRC32C();
            crc.update(lying, table + 19, data - table - 19);
            ByteBuffer.wrap(lying).putInt(table + 15, (int) crc.getValue());
            var cropper = new TiledJpegCropper();
            if (cropper.open(MemorySegment.ofArray(lying))) {
                int size = cropper.choose(random.nextInt(100), random.nextInt(70), 30, 20);
                if (size > 0) {
                    cropper.write(MemorySegment.ofArray(new byte[size]));
                    cropped++;
                }
            }
        }
        assertThat(cropped).isGreaterThan(1_000);
    }

    /** The table is in one segment of at most 64 KiB. */
    @Test
    void tilesOfLargeImagesAreWider() {
        byte[] file = rewritten(EncodedImages.jpeg(Pixels.smooth(1200, 3000, 3)), 16);
        var cropper = new TiledJpegCropper();
        assertThat(cropper.open(MemorySegment.ofArray(file))).isTrue();
        assertThat(cropper.choose(1000, 500, 100, 100)).isPositive();
        assertThat(cropper.width()).isBetween(100, 300);
    }

    @Test
    void aTableOfAnEarlierVersionIsReplaced() {
        byte[] jpeg = EncodedImages.jpeg(Pixels.smooth(60, 80, 3));
        byte[] table = "\u00ff\u00e9\0\u0015Stoker tiles 1\0abcd".getBytes(StandardCharsets.ISO_8859_1);
        byte[] earlier = new byte[jpeg.length + table.length];
        int after = 20; // SOI and JFIF
        System.arraycopy(jpeg, 0, earlier, 0, after);
        System.arraycopy(table, 0, earlier, after, table.length);
        System.arraycopy(jpeg, after, earlier, after + table.length, jpeg.length - after);
        assertThat(decoded(earlier).values()).isEqualTo(decoded(jpeg).values());
        assertThat(new TiledJpegCropper().open(MemorySegment.ofArray(earlier))).isFalse();
        assertThat(rewritten(earlier, 32)).isEqualTo(rewritten(jpeg, 32));
    }

    private static int indexOf(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    }

    // ---- files that are not rewritten

    @ParameterizedTest
    @ValueSource(
            strings = {
                "truncated",
                "arithmetic",
                "12 bits",
                "no JPEG",
                "a table gone",
                "more data",
                "a code in no table"
            })
    void jpegsThatCannotBeReadReliablyAreUnchanged(String kind) {
        byte[] sound = EncodedImages.jpeg(Pixels.noise(60, 80, 3, 5));
        UnaryOperator<byte[]> corruption = switch (kind) {
            case "truncated" -> bytes -> Arrays.copyOf(bytes, bytes.length * 2 / 3);
            case "arithmetic" -> bytes -> changed(bytes, JpegCases.frame(bytes) + 1, 0xc9);
            case "12 bits" -> bytes -> changed(bytes, JpegCases.frame(bytes) + 4, 12);
            case "no JPEG" -> bytes -> changed(bytes, 1, 0);
            case "a table gone" -> bytes -> changed(bytes, marker(bytes, 0xc4) + 1, 0xe5);
            case "more data" -> bytes -> changed(bytes, JpegCases.frame(bytes) + 6, 20);
            default -> bytes -> changed(bytes, marker(bytes, 0xc4) + 5, 9);
        };
        assertThat(TiledJpegRewriter.rewrite(corruption.apply(sound), 32))
                .isInstanceOf(TiledJpegRewriter.Result.Unchanged.class);
    }

    /** Decoders smooth its blocks, and would not smooth those of the rewritten file. */
    @Test
    void aProgressiveJpegWithoutItsLastScansIsUnchanged() throws IOException {
        try (var file = Objects.requireNonNull(getClass().getResourceAsStream("incomplete-progressive.jpg"))) {
            assertThat(TiledJpegRewriter.rewrite(file.readAllBytes(), 16))
                    .isEqualTo(new TiledJpegRewriter.Result.Unchanged("its last scans are missing"));
        }
    }

    private static byte[] changed(byte[] bytes, int at, int value) {
        bytes[at] = (byte) value;
        return bytes;
    }

    private static int marker(byte[] bytes, int marker) {
        int at = 2;
        while ((bytes[at + 1] & 0xff) != marker) {
            at += 2 + ((bytes[at + 2] & 0xff) << 8 | (bytes[at + 3] & 0xff));
        }
        return at;
    }
}
