package dev.stoker.onnx.runtime;

import ai.onnxruntime.OrtEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The native library of ONNX Runtime, loaded once. Its Java part unpacks it into a new temporary folder, and deletes that when the JVM
 * shuts down in an orderly way; Stoker ends by halt, which is none. On Linux a library that is mapped needs no file, so the folder is
 * deleted as soon as the library is loaded, and not even a process that is killed leaves 28 MB behind.
 */
final class RuntimeLibrary {
    private static final Path MAPPED_FILES = Path.of("/proc/self/maps");
    private static final Pattern UNPACKED = Pattern.compile("(/\\S*/onnxruntime-java\\d+)/[^/]*\\.so");

    private static final class Loaded {
        static final OrtEnvironment ENVIRONMENT = load();
    }

    private RuntimeLibrary() {}

    /** Must be called on a {@link DeepStack} the first time. */
    static OrtEnvironment environment() {
        return Loaded.ENVIRONMENT;
    }

    private static OrtEnvironment load() {
        var environment = OrtEnvironment.getEnvironment();
        unpackedFolders().forEach(RuntimeLibrary::delete);
        return environment;
    }

    /** Of this process alone: those of others are theirs to delete. */
    private static List<Path> unpackedFolders() {
        if (!Files.isReadable(MAPPED_FILES)) {
            return List.of(); // another system, where the folder is deleted at the end
        }
        try (var lines = Files.lines(MAPPED_FILES)) {
            return lines.map(UNPACKED::matcher)
                    .filter(match -> match.find())
                    .map(match -> Path.of(match.group(1)))
                    .distinct()
                    .filter(Files::isDirectory)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void delete(Path folder) {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (NoSuchFileException _) {
            // someone cleaned the temporary folder
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
