package dev.stoker.telemetry.run;

import java.util.List;

/**
 * Lines of a log in their order.
 *
 * @param next where the lines after these begin
 * @param bad complete lines that could not be read
 * @param restarted whether these lines are the first of the file, since it is not the one that was read before
 */
public record MetricsChunk(List<MetricsLine> lines, MetricsPosition next, long bad, boolean restarted) {
    public MetricsChunk {
        lines = List.copyOf(lines);
    }

    /** Whether nothing was appended. */
    public boolean isEmpty() {
        return lines.isEmpty() && bad == 0 && !restarted;
    }
}
