package dev.stoker.image.decode;

import dev.stoker.image.InvalidImageException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;

/** The format of an encoded image, detected by its first bytes, since file names can be wrong. */
public enum ImageFormat {
    JPEG("JPEG", "\u00ff\u00d8\u00ff", ""),
    PNG("PNG", "\u0089PNG\r\n\u001a\n", ""),
    WEBP("WebP", "RIFF", "WEBP"),
    BMP("BMP", "BM", ""),
    GIF("GIF", "GIF8", "");

    /** values() copies its array at every call. */
    private static final ImageFormat[] VALUES = values();

    private static final int SECOND_MAGIC = 8;
    private static final int QUOTED_BYTES = 12;

    private final String title;
    private final String magic;
    private final String later;

    ImageFormat(String title, String magic, String later) {
        this.title = title;
        this.magic = magic;
        this.later = later;
    }

    /** The format of these bytes; throws where it is none of them. */
    public static ImageFormat of(MemorySegment encoded) {
        for (var format : VALUES) {
            var bytes = new HeaderBytes(encoded, format);
            if (bytes.spells(format.magic, 0) && bytes.spells(format.later, SECOND_MAGIC)) {
                return format;
            }
        }
        throw new InvalidImageException(
                encoded.byteSize() == 0
                        ? "not an image: it is empty"
                        : "not an image: it starts with %s, which is neither JPEG, PNG, WebP, BMP nor GIF"
                                .formatted(start(encoded)));
    }

    private static String start(MemorySegment encoded) {
        var bytes =
                encoded.asSlice(0, Math.min(QUOTED_BYTES, encoded.byteSize())).toArray(ValueLayout.JAVA_BYTE);
        var text = new StringBuilder();
        for (byte each : bytes) {
            if (each < ' ' || each > '~') {
                return "the bytes " + HexFormat.ofDelimiter(" ").formatHex(bytes);
            }
            text.append((char) each);
        }
        return "the text \"" + text + "\"";
    }

    @Override
    public String toString() {
        return title;
    }
}
