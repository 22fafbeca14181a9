package dev.stoker.telemetry.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The most expensive operators of a trace: GPU kernels where it has them; otherwise what lanes recorded, by name. Shares are of the
 * time of all kernels together; without kernels, of the recorded time, in which lanes work at the same time.
 *
 * @param ofKernels whether these are GPU kernels
 * @param groups kernels by what they compute, longest first; none where there are no kernels
 * @param operators by name, longest first
 */
public record OperatorTable(
        boolean ofKernels, long nanos, List<Operator> groups, List<Operator> operators, OptionalDouble flops) {
    /** In the metadata of a trace: multiply-adds of a training step's forward pass. */
    public static final String MULTIPLY_ADDS = "multiply_adds_per_step";

    /** A multiply-add is two operations, and the backward pass computes two products for each of the forward pass. */
    private static final double OPERATIONS = 2 * 3;

    private static final String BYTES = "bytes";

    /**
     * An operator or a group of them.
     *
     * @param bytesPerSecond of copies, whose size is known
     */
    public record Operator(
            String group, String name, long count, long nanos, double share, OptionalDouble bytesPerSecond) {
        private Map<String, Object> fields() {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("group", group);
            fields.put("name", name);
            fields.put("count", count);
            fields.put("ms", nanos / 1e6);
            fields.put("share", share);
            bytesPerSecond.ifPresent(rate -> fields.put("bytes_per_second", rate));
            return fields;
        }

        /** The whole time, as text. */
        public String time() {
            return TimeRanges.text(nanos);
        }

        /** The time of one, as text. */
        public String mean() {
            return TimeRanges.text(nanos / Math.max(1, count));
        }
    }

    public OperatorTable {
        groups = List.copyOf(groups);
        operators = List.copyOf(operators);
    }

    /** A span and what it counts as. */
    private record Entry(String group, String name, Span span) {}

    public static OperatorTable of(RecordedTrace trace) {
        var kernels = kernels(trace);
        boolean ofKernels = !kernels.isEmpty();
        var entries = ofKernels ? kernels : work(trace);
        long nanos = ofKernels
                ? entries.stream().mapToLong(entry -> entry.span.nanos()).sum()
                : trace.nanos();
        return new OperatorTable(
                ofKernels,
                nanos,
                ofKernels ? rows(entries, nanos, Entry::group) : List.of(),
                rows(entries, nanos, entry -> entry.group + "\n" + entry.name),
                flops(trace, kernels));
    }

    private static List<Entry> kernels(RecordedTrace trace) {
        var entries = new ArrayList<Entry>();
        for (var lane : trace.lanes()) {
            if (LaneRole.of(lane.name()) == LaneRole.KERNELS) {
                lane.spans()
                        .forEach(span -> entries.add(
                                new Entry(OperatorGroup.of(span.name()).title(), span.name(), span)));
            }
        }
        return entries;
    }

    /** Lanes of one kind, such as workers, are one group. */
    private static List<Entry> work(RecordedTrace trace) {
        var entries = new ArrayList<Entry>();
        for (var lane : trace.lanes()) {
            String group = lane.name().replaceFirst(" \\d+$", "");
            lane.spans().stream()
                    .filter(span -> !TraceSummary.isWait(span.name()))
                    .forEach(span -> entries.add(new Entry(group, span.name(), span)));
        }
        return entries;
    }

    private static List<Operator> rows(List<Entry> entries, long nanos, Function<Entry, String> key) {
        var grouped = new LinkedHashMap<String, List<Entry>>();
        entries.forEach(entry -> grouped.computeIfAbsent(key.apply(entry), _ -> new ArrayList<>())
                .add(entry));
        return grouped.values().stream()
                .map(some -> row(some, nanos))
                .sorted(Comparator.comparingLong(Operator::nanos).reversed())
                .toList();
    }

    private static Operator row(List<Entry> entries, long all) {
        long nanos = entries.stream().mapToLong(entry -> entry.span.nanos()).sum();
        var sized = entries.stream()
                .map(Entry::span)
                .filter(span -> span.kind().arguments().contains(BYTES))
                .toList();
        long sizedNanos = sized.stream().mapToLong(Span::nanos).sum();
        double bytes = sized.stream()
                .mapToLong(span -> span.arguments().getOrDefault(BYTES, 0L))
                .sum();
        return new Operator(
                entries.getFirst().group,
                entries.getFirst().name,
                entries.size(),
                nanos,
                all == 0 ? 0 : nanos / (double) all,
                sizedNanos == 0 ? OptionalDouble.empty() : OptionalDouble.of(bytes / (sizedNanos * 1e-9)));
    }

    /**
     * Of convolutions and matrix products together, since libraries compute some of the former by the latter; without kernels, of
     * the steps of the device.
     */
    private static OptionalDouble flops(RecordedTrace trace, List<Entry> kernels) {
        long nanos = kernels.isEmpty()
                ? computing(trace)
                : kernels.stream()
                        .filter(entry -> entry.group.equals(OperatorGroup.CONVOLUTION.title())
                                || entry.group.equals(OperatorGroup.MATRIX_PRODUCT.title()))
                        .mapToLong(entry -> entry.span.nanos())
                        .sum();
        long steps = trace.lanes().stream()
                .filter(lane -> LaneRole.of(lane.name()) == LaneRole.STEPS)
                .mapToLong(lane -> lane.spans().size())
                .sum();
        double operations = OPERATIONS * steps * number(trace.metadata().getOrDefault(MULTIPLY_ADDS, ""));
        return nanos == 0 || operations == 0 ? OptionalDouble.empty() : OptionalDouble.of(operations / (nanos * 1e-9));
    }

    private static long computing(RecordedTrace trace) {
        return trace.lanes().stream()
                .filter(lane -> LaneRole.of(lane.name()) == LaneRole.DEVICE)
                .flatMap(lane -> lane.spans().stream())
                .filter(span -> !TraceSummary.isWait(span.name()))
                .mapToLong(Span::nanos)
                .sum();
    }

    private static double number(String text) {
        return text.matches("\\d{1,18}") ? Double.parseDouble(text) : 0;
    }

    /** The fields under their names in JSON, with so many operators. */
    public Map<String, Object> fields(int most) {
        var fields = new LinkedHashMap<String, Object>();
        if (ofKernels) {
            fields.put("kernel_ms", nanos / 1e6);
            fields.put("kernel_groups", groups.stream().map(Operator::fields).toList());
        }
        flops.ifPresent(rate -> fields.put("flops_per_second", rate));
        fields.put(
                "operators",
                operators.stream().limit(most).map(Operator::fields).toList());
        return fields;
    }
}
