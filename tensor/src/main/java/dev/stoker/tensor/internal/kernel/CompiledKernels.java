package dev.stoker.tensor.internal.kernel;

import dev.stoker.core.io.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Machine code of kernels, kept for later processes under the SHA-256 of all that it depends on: source, options, version of the
 * compiler. A file that is damaged is compiled again; a folder that cannot be written is done without.
 *
 * @param limit of all files together, in bytes; those that were not used for the longest time go first
 */
record CompiledKernels(Path folder, long limit) {
    private static final long DEFAULT_LIMIT = 64L << 20;
    private static final String SUFFIX = ".cubin";
    private static final String UNFINISHED_SUFFIX = ".tmp";

    /** Far longer than writing takes. */
    private static final Duration UNFINISHED = Duration.ofHours(1);

    private static final int CHECKSUM_BYTES = 32;

    /** Of the user: below XDG_CACHE_HOME, or .cache of the home folder. */
    static CompiledKernels ofUser() {
        String chosen = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path caches = chosen.startsWith("/") ? Path.of(chosen) : Path.of(System.getProperty("user.home"), ".cache");
        return new CompiledKernels(caches.resolve("stoker").resolve("kernels"), DEFAULT_LIMIT);
    }

    /** What a compiler makes of these texts, by itself or as it was kept. */
    byte[] get(List<String> origin, Supplier<byte[]> compiler) {
        Path file = folder.resolve(Sha256.of(String.join("\0", origin).getBytes(StandardCharsets.UTF_8)) + SUFFIX);
        return find(file).orElseGet(() -> {
            byte[] binary = compiler.get();
            keep(file, binary);
            return binary;
        });
    }

    private static Optional<byte[]> find(Path file) {
        try {
            byte[] content = Files.readAllBytes(file);
            int length = content.length - CHECKSUM_BYTES;
            if (length <= 0
                    || !Arrays.equals(content, length, content.length, checksum(content, length), 0, CHECKSUM_BYTES)) {
                return Optional.empty();
            }
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            return Optional.of(Arrays.copyOf(content, length));
        } catch (IOException _) {
            return Optional.empty(); // not there, or not readable: it is compiled
        }
    }

    /** Under its name by rename, so that another process finds all of it or nothing. */
    private void keep(Path file, byte[] binary) {
        try {
            Files.createDirectories(folder);
            Path partial = Files.createTempFile(folder, "compiled", UNFINISHED_SUFFIX);
            try {
                byte[] content = Arrays.copyOf(binary, binary.length + CHECKSUM_BYTES);
                System.arraycopy(checksum(binary, binary.length), 0, content, binary.length, CHECKSUM_BYTES);
                Files.write(partial, content);
                Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(partial);
            }
            shrink();
        } catch (IOException _) {
            // the next process compiles it again
        }
    }

    /** A file as it was when the folder was read: other processes use and remove files meanwhile. */
    private record Kept(Path file, long size, long lastUse) {
        static Kept of(Path path) {
            var file = path.toFile(); // of one that is gone, both numbers are 0
            return new Kept(path, file.length(), file.lastModified());
        }
    }

    private void shrink() throws IOException {
        List<Kept> oldestFirst;
        try (var files = Files.list(folder)) {
            oldestFirst = files.map(Kept::of)
                    .sorted(Comparator.comparingLong(Kept::lastUse))
                    .toList();
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        }
        removeUnfinished(oldestFirst);
        var compiled = oldestFirst.stream()
                .filter(kept -> kept.file.toString().endsWith(SUFFIX))
                .toList();
        long size = compiled.stream().mapToLong(Kept::size).sum();
        for (var kept : compiled) {
            if (size <= limit) {
                return;
            }
            size -= kept.size;
            Files.deleteIfExists(kept.file);
        }
    }

    /** What processes that were killed left behind. */
    private static void removeUnfinished(List<Kept> files) throws IOException {
        long latest = System.currentTimeMillis() - UNFINISHED.toMillis();
        for (var kept : files) {
            if (kept.file.toString().endsWith(UNFINISHED_SUFFIX) && kept.lastUse < latest) {
                Files.deleteIfExists(kept.file);
            }
        }
    }

    private static byte[] checksum(byte[] bytes, int length) {
        var digest = Sha256.digest();
        digest.update(bytes, 0, length);
        return digest.digest();
    }
}
