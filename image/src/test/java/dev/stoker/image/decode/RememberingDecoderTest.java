package dev.stoker.image.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.image.DamagedImageException;
import dev.stoker.image.EncodedImages;
import dev.stoker.image.JpegCases;
import dev.stoker.image.Pixels;
import dev.stoker.image.RandomJpegs;
import dev.stoker.image.ScratchBuffers;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Images that are decoded again, each time for another region. */
class RememberingDecoderTest {
    private static final ImageRegion TOP = new ImageRegion(0, 0, 100, 40);

    private final ImageDecoder whole = ImageDecoder.openCv();
    private final ImageDecoder remembering = whole.remembering(100);
    private final ScratchBuffers scratch = ScratchBuffers.open();

    @AfterEach
    void close() {
        scratch.close();
    }

    private ImageDecoder.Decoded decode(ImageDecoder decoder, byte[] file, DecodeScale scale, ImageRegion region) {
        var encoded = MemorySegment.ofArray(file);
        return decoder.decode(encoded, decoder.header(encoded), new ImageDecoder.Request(3, scale, region), scratch);
    }

    private int rows(byte[] file) {
        return decode(remembering, file, DecodeScale.NONE, TOP).image().height();
    }

    private Pixels region(ImageDecoder decoder, byte[] file, DecodeScale scale, ImageRegion region) {
        var decoded = decode(decoder, file, scale, region);
        int divisor = decoded.scale().divisor();
        int left = region.left() / divisor - decoded.left();
        int top = region.top() / divisor - decoded.top();
        var pixels = Pixels.of(decoded.image());
        return Pixels.of(
                Math.ceilDiv(region.height(), divisor),
                Math.ceilDiv(region.width(), divisor),
                3,
                (y, x, channel) -> pixels.at(top + y, left + x, channel));
    }

    @Test
    void everyRegionHasThePixelsOfTheWholeImage() {
        var random = new SplittableRandom(1);
        int shorter = 0;
        for (int i = 0; i < 600; i++) {
            byte[] file = RandomJpegs.next(random, 20, 140);
            var header = whole.header(MemorySegment.ofArray(file));
            for (int again = 0; again < 3; again++) {
                int left = random.nextInt(header.width());
                int top = random.nextInt(header.height());
                var region = new ImageRegion(
                        left,
                        top,
                        random.nextInt(1, header.width() - left + 1),
                        random.nextInt(1, header.height() - top + 1));
                var scale = DecodeScale.within(1 << random.nextInt(4));
                assertThat(region(remembering, file, scale, region).values())
                        .as("image %d, %s at %s", i, region, scale)
                        .isEqualTo(region(whole, file, scale, region).values());
                var decoded = decode(remembering, file, scale, region);
                shorter += decoded.image().height() < scale.of(header.height()) ? 1 : 0;
            }
        }
        assertThat(shorter).isGreaterThan(200);
    }

    @Test
    void anImageIsDecodedAsAWholeBeforeItIsDecodedInPart() {
        byte[] file = EncodedImages.jpeg(Pixels.smooth(200, 100, 3));
        assertThat(rows(file)).isEqualTo(200);
        assertThat(rows(file)).isEqualTo(48);
        assertThat(rows(file)).isEqualTo(48);
    }

    @Test
    void damageBelowTheRegionIsFoundWhereTheFileHasChangedSince() {
        byte[] file = EncodedImages.jpeg(Pixels.noise(200, 100, 3, 1));
        int _ = rows(file);
        int _ = rows(file);
        byte[] cut = file.clone();
        cut[cut.length * 3 / 4] = (byte) 0xff;
        cut[cut.length * 3 / 4 + 1] = (byte) 0xd9;
        for (int again = 0; again < 2; again++) {
            assertThatThrownBy(() -> rows(cut)).isInstanceOf(DamagedImageException.class);
        }
    }

    @Test
    void imagesInSeveralScansOrTurnedByExifAreAlwaysDecodedAsAWhole() {
        byte[] progressive = EncodedImages.progressiveJpeg(Pixels.smooth(200, 100, 3));
        byte[] turned = JpegCases.oriented(EncodedImages.jpeg(Pixels.smooth(200, 200, 3)), 3, true);
        for (byte[] file : new byte[][] {progressive, turned}) {
            assertThat(rows(file)).isEqualTo(200);
            assertThat(rows(file)).isEqualTo(200);
        }
    }

    @Test
    void imagesWhoseDamageIsAcceptedAreNotRemembered() {
        byte[] file = EncodedImages.jpeg(Pixels.smooth(200, 100, 3));
        var accepting = whole.acceptingDamage().remembering(10);
        for (int again = 0; again < 2; again++) {
            assertThat(decode(accepting, file, DecodeScale.NONE, TOP).image().height())
                    .isEqualTo(200);
        }
    }
}
