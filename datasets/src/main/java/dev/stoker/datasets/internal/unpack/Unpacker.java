package dev.stoker.datasets.internal.unpack;

import dev.stoker.core.Bytes;
import dev.stoker.core.io.AtomicFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/** Unpacks tar, tar.gz, zip and deb files. */
public final class Unpacker {
    private Unpacker() {}

    /** Whether the file is an archive; a single gzipped file is not. */
    public static boolean isArchive(Path file) {
        try {
            return ArchiveKind.of(file) != ArchiveKind.NONE;
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    /**
     * Unpacks into a folder, which is created if needed; {@code progress} receives how many bytes of the archive were read
     * so far, as far as that can be known.
     */
    public static void unpack(Path archive, Path into, UnpackLimits limits, Consumer<Bytes> progress) {
        try {
            var read = new AtomicLong();
            var folder = new UnpackFolder(
                    into.toAbsolutePath().normalize(), archive, limits, _ -> progress.accept(new Bytes(read.get())));
            switch (ArchiveKind.of(archive)) {
                case TAR -> tar(new CountedStream(Files.newInputStream(archive), read), folder);
                case TAR_GZ -> tar(new GzipStream(new CountedStream(Files.newInputStream(archive), read)), folder);
                case ZIP -> zip(archive, folder, read);
                case DEB -> deb(archive, folder);
                case NONE -> throw folder.error("it is not a tar, tar.gz, zip or deb file");
            }
        } catch (IOException | IllegalArgumentException failure) {
            // Commons Compress reports some malformed headers as illegal arguments.
            throw unreadable(archive, failure);
        }
    }

    private static BadArchiveException unreadable(Path archive, Exception failure) {
        String reason =
                failure instanceof IOException io ? AtomicFile.reason(io) : String.valueOf(failure.getMessage());
        return new BadArchiveException("%s cannot be unpacked (%s)".formatted(archive.getFileName(), reason), failure);
    }

    private static void tar(InputStream stream, UnpackFolder folder) throws IOException {
        try (var tar = new TarArchiveInputStream(new BufferedInputStream(stream, 1 << 16))) {
            for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.isSymbolicLink()) {
                    folder.link(entry.getName(), entry.getLinkName());
                } else if (entry.isLink()) {
                    // A hard link names its target from the top of the archive.
                    folder.link("link", entry.getLinkName());
                } else if (entry.isDirectory()) {
                    folder.folder(entry.getName());
                } else if (entry.isFile()) {
                    folder.file(entry.getName(), tar);
                }
            }
            // dpkg-deb must not find its pipe closed while it pads the last block, and gzip checks what follows.
            stream.readNBytes(1 << 20);
        }
    }

    private static void zip(Path archive, UnpackFolder folder, AtomicLong read) throws IOException {
        try (var zip = ZipFile.builder().setPath(archive).get()) {
            for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
                if (entry.isUnixSymlink()) {
                    folder.link(entry.getName(), zip.getUnixSymlink(entry));
                } else if (entry.isDirectory()) {
                    folder.folder(entry.getName());
                } else if (!zip.canReadEntryData(entry)) {
                    throw folder.error("%s is encrypted or uses an unknown compression".formatted(entry.getName()));
                } else {
                    try (var content = zip.getInputStream(entry)) {
                        folder.file(entry.getName(), content);
                    }
                    read.addAndGet(entry.getCompressedSize());
                }
            }
        }
    }

    /** dpkg-deb decompresses the package into a tar, which is read with the same checks. */
    private static void deb(Path archive, UnpackFolder folder) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder("dpkg-deb", "--fsys-tarfile", archive.toString()).start();
        } catch (IOException failure) {
            throw new BadArchiveException(
                    "unpacking %s needs dpkg-deb, which is not installed".formatted(archive), failure);
        }
        try (var errors = process.getErrorStream()) {
            tar(process.getInputStream(), folder);
            String error = new String(errors.readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw folder.error(error);
            }
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", failure);
        } finally {
            process.destroyForcibly();
        }
    }
}
