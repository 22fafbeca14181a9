package dev.stoker.data.near;

import dev.stoker.core.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The folder of near caches: what they hold together, and what one of them may hold. */
record NearFolder(NearSettings settings) {
    private static final String PREFIX = "near-";
    private static final String SUFFIX = ".cache";

    /** The name of the cache of a set. */
    String name(NearSet set) {
        var rank = settings.rank();
        return PREFIX + set.identity() + (rank.world() == 1 ? "" : "-%dof%d".formatted(rank.rank(), rank.world()));
    }

    /** What the cache of this name may hold. */
    Bytes limit(String name) throws IOException {
        Files.createDirectories(settings.folder());
        long others = bytes(name, false);
        long all = settings.limit().isPresent()
                ? settings.limit().get().count()
                : (Files.getFileStore(settings.folder()).getUsableSpace() + others + bytes(name, true)) / 2;
        return new Bytes(Math.max(0, Math.min(all / settings.sharers(), all - others)));
    }

    /** Of the cache of this name, or of all others. */
    private long bytes(String name, boolean own) throws IOException {
        try (Stream<Path> files = Files.list(settings.folder())) {
            return files.filter(file ->
                            isCache(file) && file.getFileName().toString().equals(name + SUFFIX) == own)
                    .mapToLong(NearFolder::size)
                    .sum();
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        }
    }

    private static boolean isCache(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
