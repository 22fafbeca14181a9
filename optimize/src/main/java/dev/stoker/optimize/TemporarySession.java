package dev.stoker.optimize;

import dev.stoker.onnx.file.OnnxFile;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.onnx.runtime.OnnxSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;

/** Runs graphs that nobody keeps. */
final class TemporarySession {
    private TemporarySession() {}

    static <T> T with(OnnxGraph graph, int threads, Function<OnnxSession, T> use) {
        try {
            Path file = Files.createTempFile("stoker", ".onnx");
            try {
                OnnxFile.write(file, graph, Map.of());
                try (var session = OnnxSession.open(file, threads)) {
                    return use.apply(session);
                }
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
