package dev.stoker.job.internal.report;

import dev.stoker.telemetry.run.MetricsLine;
import dev.stoker.telemetry.run.MetricsReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The metrics of a run as they were logged; of a long run as many lines of each kind as a report can show. */
record RunMetrics(List<MetricsLine> lines) {
    /** Without lines where there is no file. */
    static RunMetrics read(Path file) {
        var sample = new MetricsSample();
        new MetricsReader(file).forEach(sample::add);
        return new RunMetrics(sample.lines());
    }

    Stream<MetricsLine> ofKind(String kind) {
        return lines.stream().filter(line -> line.kind().equals(kind));
    }

    Optional<MetricsLine> lastEpoch() {
        return ofKind("epoch").reduce((_, later) -> later);
    }
}
