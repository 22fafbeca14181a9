package dev.stoker.bench.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FuzzTargetsTest {
    static List<String> formats() {
        return FuzzTargets.names();
    }

    /** What is mutated is valid, and what it is compared with is right. */
    @ParameterizedTest
    @MethodSource("formats")
    void aTargetAcceptsEveryFileOfItsCorpus(String format) throws IOException {
        try (var scratch = ScratchFolder.create();
                var target = FuzzTargets.open(format, scratch)) {
            assertThat(target.corpus()).isNotEmpty();
            for (byte[] file : target.corpus()) {
                target.check(new FuzzInput(file, file));
            }
        }
    }

    /** Files that once were findings; the name of the folder is the format. */
    static Stream<Path> kept() throws IOException, URISyntaxException {
        var folder = Objects.requireNonNull(FuzzTargetsTest.class.getResource("/dev/stoker/bench/fuzz"));
        try (var files = Files.walk(Path.of(folder.toURI()))) {
            return files.filter(file -> file.toString().endsWith(".bin")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("kept")
    void aFileThatOnceWasAFindingIsRefusedOrReadCorrectly(Path file) throws IOException {
        String format = file.getName(file.getNameCount() - 2).toString();
        byte[] bytes = Files.readAllBytes(file);
        try (var scratch = ScratchFolder.create();
                var target = FuzzTargets.open(format, scratch)) {
            target.check(new FuzzInput(bytes, bytes));
        } catch (StokerException refusal) {
            assertThat(refusal.getMessage()).isNotBlank();
        }
    }
}
