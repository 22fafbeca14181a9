package dev.stoker.tensor.internal;

import dev.stoker.core.io.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
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
            Path partial = Files.createTempFile(folder, "compiled", null);
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

    private void shrink() throws IOException {
        List<Path> oldestFirst;
        try (var files = Files.list(folder)) {
            oldestFirst = files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted(Comparator.comparingLong(file -> file.toFile().lastModified()))
                    .toList();
        }
        long size =
                oldestFirst.stream().mapToLong(file -> file.toFile().length()).sum();
        for (Path file : oldestFirst) {
            if (size <= limit) {
                return;
            }
            size -= file.toFile().length();
            Files.deleteIfExists(file);
        }
    }

    private static byte[] checksum(byte[] bytes, int length) {
        var digest = Sha256.digest();
        digest.update(bytes, 0, length);
        return digest.digest();
    }
}
