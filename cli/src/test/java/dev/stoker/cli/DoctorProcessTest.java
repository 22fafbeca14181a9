package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorProcessTest {
    @TempDir
    Path folder;

    private StokerProcess.Ended doctor(String... more) {
        var arguments = new ArrayList<>(List.of("doctor"));
        arguments.addAll(List.of(more));
        return StokerProcess.run(folder, arguments.toArray(String[]::new));
    }

    @Test
    void aPlanOfThatNameIsMeasuredAndNoRunFolderIsCreated() throws IOException {
        Files.writeString(folder.resolve("plan.yaml"), "model: mlp\ndevice: cpu\nworkers: 1\nthreads: 1\n");
        var ended = doctor("plan.yaml", "--time", "2s");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out())
                .containsPattern("(?m)^part +images/s +95 % +rounds$")
                .containsPattern("(?m)^  everything +[0-9,]+ +\\S.*[0-9]+$")
                .containsPattern("(?m)^bottleneck +(input|compute|copy|other): ")
                .containsPattern("(?m)^ceiling +[0-9,]+ images/s, ([0-9.]+|many) times the throughput of now$")
                .containsPattern("(?m)^  half the batch, 32 +[0-9,]+ +[0-9.]+$");
        assertThat(ended.out().lines()).allMatch(line -> line.length() <= 80);
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void jsonIsOneObjectWithTheFourMeasurements() {
        var ended = doctor("--device", "cpu", "--model", "mlp", "--time", "2s", "--json");
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out())
                .hasLineCount(1)
                .startsWith("{\"bottleneck\":\"")
                .containsPattern(
                        "\"images_per_second\":\\{\"input\":[0-9.E]+,\"copy\":[0-9.E]+,\"steps\":[0-9.E]+,\"everything\":[0-9.E]+}")
                .contains("\"what_if\":[{\"resource\":\"cores\",\"factor\":2");
    }

    @Test
    void whatIsWrongIsOneSentence() {
        var time = doctor("--time", "soon");
        assertThat(time.exitCode()).isEqualTo(2);
        assertThat(time.err()).isEqualTo("stoker: time must be a time above 0, such as 90s or 2m, got soon (--time)\n");
        var missing = doctor("nowhere.yaml");
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).hasLineCount(1).contains("nowhere.yaml");
        var batch = doctor("--batch", "1000000", "--device", "cpu");
        assertThat(batch.exitCode()).isEqualTo(2);
        assertThat(batch.err()).hasLineCount(1).contains("batch 1000000 is larger than the dataset");
    }
}
