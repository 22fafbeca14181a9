package dev.stoker.telemetry.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleCsvTest {
    @TempDir
    Path folder;

    @Test
    void everyRowHasACellForEveryColumn() throws Exception {
        Path file = folder.resolve("samples.csv");
        var gpu = Quantity.gpu(0);
        try (var csv = SampleCsv.create(file)) {
            csv.header(List.of(gpu, Quantity.MACHINE));
            csv.add(new Sample(
                    0.5,
                    List.of(
                            new Sample.Reading(gpu, Quantity.UTILIZATION, 0.97),
                            new Sample.Reading(Quantity.MACHINE, Quantity.MEMORY, 12_345_678_901.0)),
                    Map.of()));
            csv.add(new Sample(
                    1, List.of(new Sample.Reading(gpu, Quantity.POWER, 612.5)), Map.of(gpu, "power cap, thermal")));
        }

        var lines = Files.readAllLines(file);
        var names = List.of(lines.getFirst().split(","));
        assertThat(names)
                .startsWith("time", "gpu0_utilization", "gpu0_memory_bytes")
                .contains("gpu0_throttling", "machine_cpu_cores");
        String[] first = lines.get(1).split(",", -1);
        assertThat(first).hasSize(names.size());
        assertThat(first[names.indexOf("time")]).isEqualTo("0.5");
        assertThat(first[names.indexOf("gpu0_utilization")]).isEqualTo("0.97");
        assertThat(first[names.indexOf("machine_memory_bytes")]).isEqualTo("12345678901");
        assertThat(first[names.indexOf("gpu0_power_watts")]).isEmpty();
        assertThat(lines.get(2)).startsWith("1,").contains(",612.5,").contains(",\"power cap, thermal\",");
    }

    @Test
    void aFileThatCannotBeWrittenIsNamed() {
        Path file = folder.resolve("absent/samples.csv");

        assertThatThrownBy(() -> SampleCsv.create(file))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("choose a file in a writable folder");
    }
}
