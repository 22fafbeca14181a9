package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.tensor.LibTorch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("gpu")
class DeviceLossGpuTest {
    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
    }

    @Test
    void aRunThatLosesItsDeviceSaysSoAndResumesFromItsCheckpointInAnotherProcess(@TempDir Path folder)
            throws IOException, InterruptedException {
        var data = SmallTestData.write(folder.resolve("data"), 300, 100);
        var said = folder.resolve("said.txt");
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java,
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DeviceLossProgram.class.getName(),
                        data.toString(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        int code = process.waitFor();
        String text = Files.readString(said);
        assertThat(code).as(text).isEqualTo(2);
        assertThat(text).contains("cuda:0 is lost", "the checkpoint of step", "is intact", "--resume");

        String run = text.replaceAll("(?s).*--resume ([^`]+)`.*", "$1");
        try (var job = TrainingJob.resume(run, folder, Map.of())) {
            assertThat(job.run(List.of(), () -> false)).isPresent();
        }
    }
}
