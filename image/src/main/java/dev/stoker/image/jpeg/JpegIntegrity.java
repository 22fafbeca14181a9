package dev.stoker.image.jpeg;

/**
 * Whether the entropy-coded data of a JPEG is intact. JPEGs have no checksum, so this is what their syntax tells: codes that
 * do not exist, data that ends before the image does, or goes on after it. What decoders may ignore, since every pixel is
 * there, is not damage: bytes between segments or after the end, odd revision numbers.
 */
public sealed interface JpegIntegrity {
    /** Every block can be decoded. */
    record Intact() implements JpegIntegrity {}

    /** Pixels are missing or wrong. */
    record Damaged(String reason) implements JpegIntegrity {}

    /** Another kind of coding, or headers that no image follows from. */
    record Unknown(String reason) implements JpegIntegrity {}

    /** Decodes the entropy coding of a whole file. */
    static JpegIntegrity of(byte[] file) {
        try {
            var _ = DctCoefficients.readLeniently(file);
            return new Intact();
        } catch (DamagedJpegException damage) {
            return new Damaged(String.valueOf(damage.getMessage()));
        } catch (UnsupportedJpegException other) {
            return new Unknown(String.valueOf(other.getMessage()));
        }
    }
}
