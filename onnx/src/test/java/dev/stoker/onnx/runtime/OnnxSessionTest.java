package dev.stoker.onnx.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.onnx.file.OnnxFile;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.onnx.file.OnnxNode;
import dev.stoker.onnx.file.OnnxType;
import dev.stoker.onnx.file.OnnxValue;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxSessionTest {
    @TempDir
    Path folder;

    /** Negates three floats a row. */
    static Path negation(Path file) {
        var graph = new OnnxGraph(
                "negation",
                new OnnxValue("x", OnnxType.FLOAT, List.of(3L)),
                List.of(new OnnxValue("y", OnnxType.FLOAT, List.of(3L))),
                List.of(new OnnxNode("Neg", "negate", List.of("x"), "y", List.of())),
                Map.of());
        OnnxFile.write(file, graph, Map.of("who", "a test"));
        return file;
    }

    @Test
    void aFileSaysWhatItTakesAndGives() {
        try (var session = OnnxSession.open(negation(folder.resolve("model.onnx")), 1)) {
            assertThat(session.metadata()).containsEntry("who", "a test");
            assertThat(session.inputs())
                    .containsExactly(new TensorSpec("x", OnnxType.FLOAT, List.of(TensorSpec.ANY, 3L)));
            assertThat(session.outputs())
                    .containsExactly(new TensorSpec("y", OnnxType.FLOAT, List.of(TensorSpec.ANY, 3L)));
            assertThat(session.inputs().getFirst().rowBytes()).isEqualTo(12);
        }
    }

    @Test
    void aResultIsWrittenWhereItIsAskedFor() {
        try (var session = OnnxSession.open(negation(folder.resolve("model.onnx")), 1);
                var arena = Arena.ofConfined()) {
            var rows = arena.allocateFrom(ValueLayout.JAVA_FLOAT, 1, 2, 3, 4, 5, 6);
            var result = arena.allocate(ValueLayout.JAVA_FLOAT, 9);
            session.run(rows, 2, result);
            assertThat(result.toArray(ValueLayout.JAVA_FLOAT)).containsExactly(-1, -2, -3, -4, -5, -6, 0, 0, 0);
            assertThat(session.run(rows, 1)).containsExactly(-1, -2, -3);
        }
    }

    @Test
    void aFileThatIsCutShortIsRefusedByItsName() throws IOException {
        Path file = negation(folder.resolve("model.onnx"));
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 40));
        assertThatThrownBy(() -> OnnxSession.open(file, 1))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("ONNX Runtime cannot load %s", file);
    }

    /** In a process of its own, which ends by halt and has a temporary folder of its own. */
    @Test
    void aProcessThatIsHaltedLeavesNoLibraryBehind() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path file = negation(folder.resolve("model.onnx"));
        var process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        HaltedProcess.class.getName(),
                        file.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(7);
        try (var left = Files.list(temporary)) {
            assertThat(left.filter(path -> !path.getFileName().toString().startsWith("hsperfdata")))
                    .isEmpty();
        }
    }

    static final class HaltedProcess {
        private HaltedProcess() {}

        public static void main(String[] arguments) {
            try (var session = OnnxSession.open(Path.of(arguments[0]), 1);
                    var arena = Arena.ofConfined()) {
                var rows = arena.allocateFrom(ValueLayout.JAVA_FLOAT, 1, 2, 3);
                Runtime.getRuntime().halt(session.run(rows, 1)[0] == -1 ? 7 : 1);
            }
        }
    }
}
