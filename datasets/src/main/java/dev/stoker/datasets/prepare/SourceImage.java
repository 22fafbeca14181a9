package dev.stoker.datasets.prepare;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.internal.file.ImageContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/** An image file as it was when the source was scanned; the name is its path within the source. */
record SourceImage(ImageContent content, String name, int label, long size, Instant modified) {
    /** A file of this machine. */
    SourceImage(Path file, String name, int label, long size, Instant modified) {
        this(new ImageContent.Local(file), name, label, size, modified);
    }

    /** An object, whose validator stands for its time. */
    static SourceImage of(ImageContent.Stored content, int label) {
        return new SourceImage(
                content, content.file().name(), label, content.file().size(), Instant.EPOCH);
    }

    static SourceImage of(Path root, Path file, int label) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new SourceImage(
                    file,
                    root.relativize(file).toString(),
                    label,
                    attributes.size(),
                    attributes.lastModifiedTime().toInstant());
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    /** The bytes of the file, whose size must not have changed since the scan. */
    byte[] read() {
        byte[] bytes = content.read();
        if (bytes.length != size) {
            throw new StokerException("%s changed during the preparation (%d bytes, then %d); run again"
                    .formatted(content.place(), size, bytes.length));
        }
        return bytes;
    }

    private static StokerException unreadable(Path file, IOException failure) {
        return new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
    }
}
