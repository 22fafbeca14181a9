package dev.stoker.telemetry.hardware;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compiles a fake of NVML by nvml.h, so that the calls and layouts run without a GPU. */
final class FakeNvml {
    private FakeNvml() {}

    static String compile(Path folder, String... definitions) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/gcc")), "gcc builds the fake library");
        Path library = folder.resolve("libnvidia-ml.so");
        List<String> command = new ArrayList<>(List.of("gcc", "-shared", "-fPIC", "-Wall", "-Werror"));
        command.addAll(List.of(definitions));
        command.addAll(List.of("-o", library.toString(), source(folder).toString()));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
        return library.toString();
    }

    private static Path source(Path folder) throws IOException {
        try (var resource = requireNonNull(FakeNvml.class.getResourceAsStream("fake-nvml.c"))) {
            return Files.write(folder.resolve("fake-nvml.c"), resource.readAllBytes());
        }
    }
}
