package dev.stoker.datasets.internal.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/** Builds archives, good and hostile. */
public enum TestArchives {
    TAR,
    TAR_GZ,
    ZIP;

    /** One entry of an archive. */
    public record Item(String name, byte[] content, Kind kind, String target) {
        enum Kind {
            FILE,
            FOLDER,
            LINK,
            HARD_LINK
        }

        public static Item file(String name, String content) {
            return new Item(name, content.getBytes(StandardCharsets.UTF_8), Kind.FILE, "");
        }

        public static Item file(String name, byte[] content) {
            return new Item(name, content, Kind.FILE, "");
        }

        static Item folder(String name) {
            return new Item(name, new byte[0], Kind.FOLDER, "");
        }

        static Item link(String name, String target) {
            return new Item(name, new byte[0], Kind.LINK, target);
        }

        static Item hardLink(String name, String target) {
            return new Item(name, new byte[0], Kind.HARD_LINK, target);
        }
    }

    public Path pack(Path folder, Item... items) throws IOException {
        Path file = Files.createTempFile(folder, "archive", ".bin");
        try (var out = Files.newOutputStream(file)) {
            switch (this) {
                case TAR -> tar(out, items);
                case TAR_GZ -> tar(new GZIPOutputStream(out), items);
                case ZIP -> zip(out, items);
            }
        }
        return file;
    }

    private static void tar(OutputStream out, Item[] items) throws IOException {
        try (var tar = new TarArchiveOutputStream(out)) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            for (Item item : items) {
                tar.putArchiveEntry(tarEntry(item));
                tar.write(item.content());
                tar.closeArchiveEntry();
            }
        }
    }

    private static TarArchiveEntry tarEntry(Item item) {
        return switch (item.kind()) {
            case FILE -> {
                var entry = new TarArchiveEntry(item.name(), TarConstants.LF_NORMAL, true);
                entry.setSize(item.content().length);
                yield entry;
            }
            case FOLDER -> new TarArchiveEntry(item.name(), TarConstants.LF_DIR);
            case LINK, HARD_LINK -> {
                byte kind = item.kind() == Item.Kind.LINK ? TarConstants.LF_SYMLINK : TarConstants.LF_LINK;
                var entry = new TarArchiveEntry(item.name(), kind);
                entry.setLinkName(item.target());
                yield entry;
            }
        };
    }

    private static void zip(OutputStream out, Item[] items) throws IOException {
        try (var zip = new ZipArchiveOutputStream(out)) {
            for (Item item : items) {
                var entry = new ZipArchiveEntry(item.name());
                boolean link = item.kind() == Item.Kind.LINK;
                entry.setUnixMode(link ? 0120777 : 0100644);
                zip.putArchiveEntry(entry);
                zip.write(link ? item.target().getBytes(StandardCharsets.UTF_8) : item.content());
                zip.closeArchiveEntry();
            }
        }
    }

    /** Writes a name of the same length over one in the header of an uncompressed tar, and corrects its checksum. */
    static void rename(Path tar, String from, String to) throws IOException {
        byte[] bytes = Files.readAllBytes(tar);
        byte[] name = to.getBytes(StandardCharsets.US_ASCII);
        assertThat(name).hasSize(from.length()).hasSizeLessThan(100);
        System.arraycopy(name, 0, bytes, 0, name.length);
        int sum = 0;
        for (int i = 0; i < 512; i++) {
            sum += i >= 148 && i < 156 ? ' ' : Byte.toUnsignedInt(bytes[i]);
        }
        byte[] checksum = "%06o\0 ".formatted(sum).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(checksum, 0, bytes, 148, checksum.length);
        Files.write(tar, bytes);
    }

    static Path deb(Path folder, String name, boolean withBadLink) throws Exception {
        Path content = folder.resolve(name);
        Files.createDirectories(content.resolve("DEBIAN"));
        Files.createDirectories(content.resolve("usr/share/datasets"));
        Files.writeString(
                content.resolve("DEBIAN/control"),
                "Package: %s\nVersion: 1\nArchitecture: all\nMaintainer: test <t@example.org>\nDescription: test\n"
                        .formatted(name));
        Files.writeString(content.resolve("usr/share/datasets/x"), "data");
        if (withBadLink) {
            Files.createSymbolicLink(content.resolve("usr/link"), Path.of("/etc/passwd"));
        }
        Path file = folder.resolve(name + ".deb");
        int code = new ProcessBuilder("dpkg-deb", "--build", content.toString(), file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        assertThat(code).isZero();
        Files.deleteIfExists(content.resolve("usr/link"));
        return file;
    }

    public static byte[] gzipped(byte[] content) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        }
        return packed.toByteArray();
    }
}
