package dev.stoker.job.internal.rank;

import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.distribute.coordination.MemberInfo;
import dev.stoker.telemetry.log.Json;
import dev.stoker.telemetry.log.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What must be the same about the data of all ranks: classes, numbers of samples, and labels of up to a thousand of each split,
 * which differ where files are in another order.
 */
public record DatasetSummary(Map<String, @Nullable Object> facts) {
    private static final int MOST_LABELS = 1_000;

    public static DatasetSummary of(LabeledDataset dataset) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("classes", String.join(", ", dataset.classes()));
        add(facts, "training", Optional.of(dataset.training()));
        add(facts, "validation", dataset.validation());
        add(facts, "test", dataset.test());
        return new DatasetSummary(facts);
    }

    private static void add(Map<String, @Nullable Object> facts, String name, Optional<DatasetSplit> split) {
        facts.put("number of %s samples".formatted(name), (long)
                split.map(DatasetSplit::size).orElse(0));
        facts.put(
                "labels of %s samples".formatted(name),
                split.map(DatasetSummary::labels).orElse(""));
    }

    private static String labels(DatasetSplit split) {
        int every = Math.max(1, Math.ceilDiv(split.size(), MOST_LABELS));
        var checksum = new CRC32C();
        split.labels(
                IntStream.range(0, Math.ceilDiv(split.size(), every))
                        .map(i -> i * every)
                        .toArray(),
                label -> {
                    checksum.update(Integer.toString(label).getBytes(StandardCharsets.US_ASCII));
                    checksum.update(',');
                    return true;
                });
        return "%08x".formatted(checksum.getValue());
    }

    public byte[] bytes() {
        return Json.write(facts).getBytes(StandardCharsets.UTF_8);
    }

    /** A sentence about the first rank whose data differs from that of rank 0; empty where none does. */
    public static String firstDifference(List<byte[]> summaries, List<MemberInfo> members) {
        var expected = read(summaries.getFirst());
        for (int rank = 1; rank < summaries.size(); rank++) {
            var found = read(summaries.get(rank));
            for (var fact : expected.entrySet()) {
                if (!Objects.equals(fact.getValue(), found.get(fact.getKey()))) {
                    return "rank %d on %s has other data than rank 0: %s: %s there, %s on rank 0; give all ranks the same files"
                            .formatted(
                                    rank,
                                    members.get(rank).host(),
                                    fact.getKey(),
                                    found.get(fact.getKey()),
                                    fact.getValue());
                }
            }
        }
        return "";
    }

    private static Map<String, @Nullable Object> read(byte[] summary) {
        return JsonReader.read(new String(summary, StandardCharsets.UTF_8));
    }
}
