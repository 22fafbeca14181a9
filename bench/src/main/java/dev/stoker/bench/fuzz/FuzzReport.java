package dev.stoker.bench.fuzz;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a run has read and found. */
public record FuzzReport(long seed, double seconds, Map<String, FuzzCounts> counts, List<FuzzFinding> findings) {
    private static final double UNIT = 100_000;

    public FuzzReport {
        findings = List.copyOf(findings);
    }

    /** Inputs that were read, including those of findings. */
    public long inputs() {
        return findings.size()
                + counts.values().stream()
                        .mapToLong(count -> count.accepted() + count.refused())
                        .sum();
    }

    public double minutesPer100000() {
        return inputs() == 0 ? 0 : seconds / 60 * UNIT / inputs();
    }

    /** How many findings of a kind there are in a format. */
    public long count(String format, FindingKind kind) {
        return findings.stream()
                .filter(finding -> finding.format().equals(format) && finding.kind() == kind)
                .count();
    }

    /** The first finding of each cause, with how often it occurred. */
    public Map<FuzzFinding, Long> distinctFindings() {
        var first = new LinkedHashMap<String, FuzzFinding>();
        var times = new LinkedHashMap<FuzzFinding, Long>();
        for (var finding : findings) {
            times.merge(first.computeIfAbsent(finding.cause(), _ -> finding), 1L, Long::sum);
        }
        return times;
    }

    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("seed", seed);
        fields.put("inputs", inputs());
        fields.put("seconds", seconds);
        fields.put("minutes_per_100000", minutesPer100000());
        var formats = new LinkedHashMap<String, Object>();
        counts.forEach((format, count) -> formats.put(format, fields(format, count)));
        fields.put("formats", formats);
        fields.put("findings", findings.stream().map(FuzzReport::fields).toList());
        return fields;
    }

    private Map<String, Object> fields(String format, FuzzCounts count) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("accepted", count.accepted());
        fields.put("refused", count.refused());
        for (var kind : FindingKind.values()) {
            fields.put(kind.toString(), count(format, kind));
        }
        return fields;
    }

    private static Map<String, Object> fields(FuzzFinding finding) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("format", finding.format());
        fields.put("kind", finding.kind().toString());
        fields.put("index", finding.index());
        fields.put("summary", finding.summary());
        fields.put("file", finding.fileName());
        return fields;
    }
}
