package dev.stoker.bench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.bench.internal.format.FuzzInput;
import dev.stoker.bench.internal.format.FuzzTargets;
import dev.stoker.bench.internal.format.ScratchFolder;
import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FuzzRunTest {
    private static final long SEED = 430;
    private static final FuzzLimits LIMITS =
            new FuzzLimits(Duration.ofSeconds(2), new Bytes(64L << 20), new Bytes(500L << 20));

    /** Formats by the kind of their fault. */
    private static final Map<Class<?>, FindingKind> PLANTED = new LinkedHashMap<>();

    static {
        PLANTED.put(PlantedFaults.Crash.class, FindingKind.CRASH);
        PLANTED.put(PlantedFaults.Hang.class, FindingKind.HANG);
        PLANTED.put(PlantedFaults.Heap.class, FindingKind.MEMORY);
        PLANTED.put(PlantedFaults.Resident.class, FindingKind.MEMORY);
        PLANTED.put(PlantedFaults.Trace.class, FindingKind.TRACE);
        PLANTED.put(PlantedFaults.PipelineTrace.class, FindingKind.TRACE);
        PLANTED.put(PlantedFaults.Wrong.class, FindingKind.WRONG);
    }

    @TempDir
    private Path folder;

    private static FuzzSettings settings(List<String> formats, long inputs, Path folder, boolean resume) {
        return new FuzzSettings(
                inputs, Duration.ofMinutes(5), OptionalLong.of(SEED), formats, 2, folder, resume, LIMITS);
    }

    private static List<String> names() {
        return PLANTED.keySet().stream().map(Class::getName).toList();
    }

    private static FuzzInput input(String format, long index) {
        try (var scratch = ScratchFolder.create()) {
            return new InputGenerator(SEED).input(FuzzTargets.open(format, scratch), format, index);
        }
    }

    @Test
    void everyPlantedFaultIsFoundAndItsInputKept() throws IOException {
        int inputs = 26 * PLANTED.size();
        var report = FuzzRun.run(settings(names(), inputs, folder, false), _ -> {});
        assertThat(report.inputs()).isEqualTo(inputs);
        for (var planted : PLANTED.entrySet()) {
            String format = planted.getKey().getName();
            int position = names().indexOf(format);
            var expected = LongStream.range(0, inputs)
                    .filter(index -> index % PLANTED.size() == position && PlantedFaults.reaches(input(format, index)))
                    .boxed()
                    .toList();
            assertThat(expected).as("planted faults of %s", format).isNotEmpty();
            assertThat(report.findings())
                    .filteredOn(finding -> finding.format().equals(format))
                    .allMatch(finding -> finding.kind() == planted.getValue())
                    .extracting(FuzzFinding::index)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
        for (var finding : report.findings()) {
            assertThat(Files.readAllBytes(folder.resolve("findings").resolve(finding.fileName())))
                    .isEqualTo(input(finding.format(), finding.index()).bytes());
        }
    }

    @Test
    void aResumedRunReadsWhatIsLeftAndCountsAsOneRunDoes() {
        var formats = List.of(PlantedFaults.Trace.class.getName(), PlantedFaults.Wrong.class.getName());
        var whole = FuzzRun.run(settings(formats, 2000, folder.resolve("whole"), false), _ -> {});
        Path parts = folder.resolve("parts");
        var first = FuzzRun.run(settings(formats, 1000, parts, false), _ -> {});
        var second = FuzzRun.run(settings(formats, 2000, parts, true), _ -> {});
        assertThat(first.inputs()).isEqualTo(1000);
        assertThat(second.counts()).isEqualTo(whole.counts());
        assertThat(second.findings()).containsExactlyInAnyOrderElementsOf(whole.findings());
        assertThat(whole.findings()).isNotEmpty();
    }

    @Test
    void aFolderThatHoldsARunIsNotOverwritten() {
        var formats = List.of(PlantedFaults.Trace.class.getName());
        FuzzRun.run(settings(formats, 10, folder, false), _ -> {});
        assertThatThrownBy(() -> FuzzRun.run(settings(formats, 10, folder, false), _ -> {}))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("holds a fuzz run; resume it, or choose another folder");
        assertThatThrownBy(() -> FuzzRun.run(settings(names(), 10, folder, true), _ -> {}))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("has the formats");
    }

    @Test
    void anUnknownFormatIsRefusedWithASuggestion() {
        assertThatThrownBy(() -> FuzzRun.run(settings(List.of("jpg"), 10, folder, false), _ -> {}))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("there is no format 'jpg'; did you mean");
    }

    @Test
    void findingsOfOneCauseAreOneLine() {
        var first = new FuzzFinding("plan", FindingKind.TRACE, 1, "java.lang.X: \"a\" at dev.stoker.A.b(A.java:1)");
        var second = new FuzzFinding("plan", FindingKind.TRACE, 2, "java.lang.X: \"c\" at dev.stoker.A.b(A.java:1)");
        var report = new FuzzReport(1, 60, Map.of("plan", new FuzzCounts(6, 2)), List.of(first, second));
        assertThat(report.distinctFindings()).containsOnly(Map.entry(first, 2L));
        assertThat(report.inputs()).isEqualTo(10);
        assertThat(report.minutesPer100000()).isEqualTo(10_000);
    }
}
