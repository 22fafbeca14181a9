package dev.stoker.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompiledKernelsTest {
    private static final List<String> ORIGIN = List.of("source", "--gpu-architecture=sm_90", "13.1");

    @TempDir
    Path folder;

    private final List<String> compilations = new ArrayList<>();

    private byte[] get(CompiledKernels kernels, List<String> origin) {
        return kernels.get(origin, () -> {
            compilations.add(origin.getFirst());
            return ("code of " + origin).getBytes(StandardCharsets.UTF_8);
        });
    }

    private CompiledKernels kernels() {
        return new CompiledKernels(folder.resolve("kernels"), 1 << 20);
    }

    @Test
    void whatWasCompiledOnceIsFoundByTheNextProcess() {
        byte[] first = get(kernels(), ORIGIN);
        assertThat(get(kernels(), ORIGIN)).isEqualTo(first);
        assertThat(compilations).hasSize(1);
    }

    @Test
    void anotherSourceOptionOrCompilerIsCompiled() {
        get(kernels(), ORIGIN);
        get(kernels(), List.of("source", "--gpu-architecture=sm_80", "13.1"));
        get(kernels(), List.of("source", "--gpu-architecture=sm_90", "13.2"));
        assertThat(compilations).hasSize(3);
    }

    @Test
    void aDamagedFileIsCompiledAgain() throws IOException {
        byte[] first = get(kernels(), ORIGIN);
        Path file = files().getFirst();
        byte[] content = Files.readAllBytes(file);
        content[3] ^= 1;
        Files.write(file, content);
        assertThat(get(kernels(), ORIGIN)).isEqualTo(first);
        Files.write(file, new byte[7]);
        assertThat(get(kernels(), ORIGIN)).isEqualTo(first);
        assertThat(get(kernels(), ORIGIN)).isEqualTo(first);
        assertThat(compilations).hasSize(3);
    }

    @Test
    void aFolderThatCannotBeWrittenIsDoneWithout() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(get(new CompiledKernels(file.resolve("kernels"), 1 << 20), ORIGIN))
                .isNotEmpty();
    }

    @Test
    void theFilesUnusedForTheLongestTimeGoFirst() throws IOException {
        byte[] one = get(kernels(), ORIGIN);
        Files.setLastModifiedTime(files().getFirst(), FileTime.fromMillis(1));
        get(new CompiledKernels(folder.resolve("kernels"), one.length + 40), List.of("other"));
        assertThat(files()).hasSize(1);
        get(kernels(), List.of("other"));
        assertThat(compilations).containsExactly("source", "other");
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder.resolve("kernels"))) {
            return files.toList();
        }
    }
}
