package dev.stoker.cli.internal.serve;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.ChildCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ONNX file that is served. A run is exported first, in a process of its own: the one that serves holds no libtorch.
 *
 * @param folder of an exported file, which is deleted in the end
 */
record ServedFile(Path file, Optional<Path> folder) implements AutoCloseable {

    static ServedFile of(String model, List<String> options) {
        Path path = Path.of(model);
        return Files.isRegularFile(path) && !model.endsWith(".safetensors")
                ? new ServedFile(path, Optional.empty())
                : exported(model, options);
    }

    private static ServedFile exported(String model, List<String> options) {
        if (model.endsWith(".onnx")) {
            throw new StokerException(
                    "there is no file %s; `stoker export RUN --onnx FILE` writes one".formatted(model));
        }
        try {
            Path folder = Files.createTempDirectory("stoker-serve");
            var exported = new ServedFile(folder.resolve("model.onnx"), Optional.of(folder));
            try {
                export(model, options, exported.file);
                return exported;
            } catch (RuntimeException | InterruptedException | IOException failure) {
                exported.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw new StokerException("cannot export %s (%s)".formatted(model, AtomicFile.reason(failure)), failure);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while %s was exported".formatted(model), failure);
        }
    }

    private static void export(String model, List<String> options, Path file) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(List.of("export", model, "--onnx", file.toString(), "--bytes", "--json"));
        arguments.addAll(options);
        var errors = new StringBuilder();
        var process = new ProcessBuilder(ChildCommand.of(arguments).words())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var lines = process.errorReader()) {
            lines.lines()
                    .forEach(line -> errors.append(errors.isEmpty() ? "" : "\n").append(line));
        }
        if (process.waitFor() != 0) {
            throw new StokerException(
                    "%s cannot be served: %s".formatted(model, errors.toString().replaceFirst("^stoker: ", "")));
        }
    }

    @Override
    public void close() {
        folder.ifPresent(path -> {
            try {
                Files.deleteIfExists(file);
                Files.deleteIfExists(path);
            } catch (IOException failure) {
                System.err.printf("stoker: %s is left behind (%s)%n", path, AtomicFile.reason(failure));
            }
        });
    }
}
