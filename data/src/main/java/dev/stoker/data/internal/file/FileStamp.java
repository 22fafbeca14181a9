package dev.stoker.data.internal.file;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/** Detects changes of a file without reading it. */
public record FileStamp(long size, long modified) {

    public static FileStamp of(Path file) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileStamp(
                    attributes.size(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    /** Another text where the content may be another. */
    String validator() {
        return Long.toString(modified);
    }
}
