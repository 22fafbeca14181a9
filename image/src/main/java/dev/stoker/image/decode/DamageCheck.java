package dev.stoker.image.decode;

import dev.stoker.image.DamagedImageException;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.jpeg.JpegIntegrity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Rejects JPEGs with missing or wrong pixels, which libjpeg fills with gray and a line on the terminal. It prints only the
 * first line of each image, and prints one for harmless oddities too, so a line is the reason to look and not the verdict. PNGs
 * have checksums, and fail.
 */
final class DamageCheck {
    /** Coefficients are on the heap; larger images are judged by the message alone. */
    private static final long MAXIMUM_PIXELS = 16_000_000;

    private DamageCheck() {}

    /** {@code messages} is what libjpeg printed. */
    static void check(MemorySegment encoded, ImageHeader header, String messages, Workspace workspace) {
        if (header.format() != ImageFormat.JPEG) {
            return;
        }
        if ((long) header.width() * header.height() > MAXIMUM_PIXELS) {
            checkMessages(messages);
            return;
        }
        long coefficients = 2L * header.width() * header.height() * header.channels() + encoded.byteSize();
        workspace.tracker().reserve(coefficients);
        try {
            check(encoded, messages);
        } finally {
            workspace.tracker().release(coefficients);
        }
    }

    private static void check(MemorySegment encoded, String messages) {
        switch (JpegIntegrity.of(encoded.toArray(ValueLayout.JAVA_BYTE))) {
            case JpegIntegrity.Intact _ -> {}
            case JpegIntegrity.Damaged(String reason) -> throw damaged(reason);
            case JpegIntegrity.Unknown _ -> checkMessages(messages);
        }
    }

    private static void checkMessages(String messages) {
        if (isDamage(messages)) {
            throw damaged(messages);
        }
    }

    /** The words of libjpeg, for kinds of coding that are not decoded here, such as arithmetic coding. */
    private static boolean isDamage(String messages) {
        return messages.contains("premature end")
                || messages.contains("Premature end")
                || messages.contains("bad Huffman code")
                || messages.contains("bad arithmetic code")
                || messages.contains("instead of RST");
    }

    private static DamagedImageException damaged(String reason) {
        return new DamagedImageException("damaged JPEG with missing or wrong pixels: " + reason);
    }
}
