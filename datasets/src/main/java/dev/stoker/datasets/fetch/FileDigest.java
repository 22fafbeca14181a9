package dev.stoker.datasets.fetch;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.catalog.Checksum;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;

/** The checksum of a file. */
final class FileDigest {
    private FileDigest() {}

    static Checksum of(Path file, Checksum.Algorithm algorithm) {
        var digest = algorithm.digest();
        try (var input = Files.newInputStream(file);
                var output = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            input.transferTo(output);
            return algorithm.of(digest);
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    static String mismatch(String name, Checksum expected, Checksum found) {
        return "%s is damaged or another version: expected %s, got %s".formatted(name, expected, found.digits());
    }
}
