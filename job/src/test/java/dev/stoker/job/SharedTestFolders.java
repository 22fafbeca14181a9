package dev.stoker.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Folders of data that many tests only read: each is written once, and deleted when the process ends. */
final class SharedTestFolders {
    private static final Map<String, Path> FOLDERS = new ConcurrentHashMap<>();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> FOLDERS.values().forEach(SharedTestFolders::delete), "kept folders"));
    }

    private SharedTestFolders() {}

    /** Fills a folder. */
    @FunctionalInterface
    interface Content {
        void write(Path folder) throws IOException;
    }

    static Path of(String name, Content content) {
        return FOLDERS.computeIfAbsent(name, _ -> written(content));
    }

    private static Path written(Content content) {
        try {
            var folder = Files.createTempDirectory("stoker-test");
            content.write(folder);
            return folder;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void delete(Path folder) {
        try (var all = Files.walk(folder)) {
            for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
