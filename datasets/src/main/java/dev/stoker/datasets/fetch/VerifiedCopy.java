package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.catalog.CatalogFile;
import dev.stoker.datasets.catalog.Checksum;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;

/** Copies one file of a dataset into a folder and verifies its size and checksum. */
record VerifiedCopy(CatalogFile file, Path folder, FetchProgress progress) {

    /** The file with the checksum that was computed; {@code before} bytes are added to the reported progress. */
    CatalogFile of(InputStream content, long before) throws IOException, OriginException {
        var algorithm = file.checksum().map(Checksum::algorithm).orElse(Checksum.Algorithm.SHA256);
        var digest = algorithm.digest();
        copy(content, digest, before);
        var found = algorithm.of(digest);
        if (file.checksum().isPresent() && !file.checksum().get().equals(found)) {
            throw new OriginException(file.checksum().get().mismatch(file.name(), found));
        }
        return file.with(found);
    }

    private void copy(InputStream content, MessageDigest digest, long before) throws IOException, OriginException {
        Path target = folder.resolve(file.name());
        long copied = 0;
        try (var out = LocalDisk.open(target, () -> create(target))) {
            var chunk = new byte[1 << 16];
            for (int count = content.read(chunk); count >= 0; count = content.read(chunk)) {
                var bytes = ByteBuffer.wrap(chunk, 0, count);
                copied += count;
                if (copied > file.size().count()) {
                    break; // a gzip bomb must not fill the disk
                }
                digest.update(chunk, 0, count);
                LocalDisk.change(target, () -> AtomicFile.writeFully(out, bytes));
                progress.reached(new Bytes(before + copied));
            }
            LocalDisk.change(target, () -> out.force(true));
        }
        checkSize(copied);
    }

    private static FileChannel create(Path target) throws IOException {
        return FileChannel.open(
                target, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    private void checkSize(long copied) throws OriginException {
        long expected = file.size().count();
        if (copied > expected) {
            throw new OriginException("%s has more than the %,d bytes expected".formatted(file.name(), expected));
        }
        if (copied < expected) {
            throw new OriginException("%s has %,d bytes, expected %,d".formatted(file.name(), copied, expected));
        }
    }
}
