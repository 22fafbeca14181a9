package dev.stoker.tensor.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
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

    @Test
    void whatAKilledProcessLeftHalfWrittenGoesAfterAnHour() throws IOException {
        Path kept = Files.createDirectories(folder.resolve("kernels"));
        Path old = Files.createFile(kept.resolve("compiled1.tmp"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path young = Files.createFile(kept.resolve("compiled2.tmp"));
        get(kernels(), ORIGIN);
        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }

    /** Both find, keep and remove files of the same folder, of which a third fits. */
    @Test
    void twoProcessesAtOnceGetWhatTheyAskedFor() throws Exception {
        var processes = new ArrayList<Process>();
        for (int i = 0; i < 2; i++) {
            processes.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            SharedFolder.class.getName(),
                            folder.toString(),
                            Integer.toString(i))
                    .redirectErrorStream(true)
                    .start());
        }
        for (var process : processes) {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
        }
        assertThat(files()).allMatch(file -> file.toString().endsWith(".cubin"));
    }

    /** A process that asks for many kernels: it fails where one of them is another than it asked for. */
    static final class SharedFolder {
        private static final int KERNELS = 120;
        private static final int QUESTIONS = 4_000;
        private static final int BYTES = 1_000;

        private SharedFolder() {}

        static void main(String[] arguments) {
            var kernels = new CompiledKernels(Path.of(arguments[0]).resolve("kernels"), KERNELS / 3 * BYTES);
            var random = new SplittableRandom(Long.parseLong(arguments[1]));
            for (int i = 0; i < QUESTIONS; i++) {
                byte number = (byte) random.nextInt(KERNELS);
                byte[] code = new byte[BYTES];
                Arrays.fill(code, number);
                byte[] found = kernels.get(List.of("source " + number), code::clone);
                if (!Arrays.equals(found, code)) {
                    throw new IllegalStateException("asked for %d, got %d".formatted(number, found[0]));
                }
            }
        }
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder.resolve("kernels"))) {
            return files.toList();
        }
    }
}
