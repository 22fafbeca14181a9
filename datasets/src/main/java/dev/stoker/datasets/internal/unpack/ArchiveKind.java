package dev.stoker.datasets.internal.unpack;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** The kind of an archive by its first bytes, since a download may have any name. */
enum ArchiveKind {
    TAR,
    TAR_GZ,
    ZIP,
    DEB,
    /** Not an archive: a plain file, or a single gzipped one. */
    NONE;

    private static final byte[] GZIP = {0x1f, (byte) 0x8b};
    private static final byte[] ZIP_ENTRY = {'P', 'K', 3, 4};
    private static final byte[] ZIP_WITHOUT_ENTRIES = {'P', 'K', 5, 6};
    private static final byte[] AR = "!<arch>\ndebian-binary".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] USTAR = "ustar".getBytes(StandardCharsets.US_ASCII);
    private static final int USTAR_AT = 257;

    static ArchiveKind of(Path file) throws IOException {
        byte[] head = head(Files.newInputStream(file));
        if (holds(head, 0, GZIP)) {
            return holds(decompressedHead(file), USTAR_AT, USTAR) ? TAR_GZ : NONE;
        }
        if (holds(head, 0, ZIP_ENTRY) || holds(head, 0, ZIP_WITHOUT_ENTRIES)) {
            return ZIP;
        }
        if (holds(head, 0, AR)) {
            return DEB;
        }
        return holds(head, USTAR_AT, USTAR) ? TAR : NONE;
    }

    private static byte[] head(InputStream stream) throws IOException {
        try (stream) {
            return stream.readNBytes(USTAR_AT + USTAR.length);
        }
    }

    private static byte[] decompressedHead(Path file) throws IOException {
        try (var stream = new BufferedInputStream(Files.newInputStream(file))) {
            return head(new GZIPInputStream(stream));
        }
    }

    private static boolean holds(byte[] head, int at, byte[] magic) {
        return head.length >= at + magic.length && Arrays.equals(head, at, at + magic.length, magic, 0, magic.length);
    }
}
