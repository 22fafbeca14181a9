package dev.stoker.optimize;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** The bytes of a file, as it is and compressed by gzip. */
final class FileSize {
    private FileSize() {}

    static long of(Path file) {
        try {
            return Files.size(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static long compressed(Path file) {
        var counter = new CountingStream();
        try (var gzip = new GZIPOutputStream(counter)) {
            Files.copy(file, gzip);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return counter.count;
    }

    private static final class CountingStream extends OutputStream {
        private long count;

        @Override
        public void write(int value) {
            count++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            count += length;
        }
    }
}
