package dev.stoker.distribute.coordination;

import dev.stoker.distribute.RankSettings;
import java.util.ArrayList;
import java.util.List;

/** Says which ranks did not come. */
final class MissingRanks {
    private MissingRanks() {}

    static String sentence(List<Integer> missing, RankSettings settings) {
        return "%s of %d did not connect to %s:%d within %s; see whether they were started, whether their MASTER_ADDR and MASTER_PORT are the same, and whether a firewall is in between"
                .formatted(
                        names(missing),
                        settings.world(),
                        settings.masterAddress(),
                        settings.masterPort(),
                        Seconds.of(settings.timeout()));
    }

    /** {@code rank 3}, {@code ranks 2 and 3}, {@code ranks 1, 4 and 6 to 63}. */
    static String names(List<Integer> ranks) {
        var parts = parts(ranks);
        String last = parts.removeLast();
        String all = parts.isEmpty() ? last : "%s and %s".formatted(String.join(", ", parts), last);
        return (ranks.size() == 1 ? "rank " : "ranks ") + all;
    }

    private static List<String> parts(List<Integer> ranks) {
        var parts = new ArrayList<String>();
        for (int from = 0; from < ranks.size(); ) {
            int length = consecutive(ranks, from);
            int first = ranks.get(from);
            boolean range = length > 2;
            parts.add(range ? "%d to %d".formatted(first, first + length - 1) : String.valueOf(first));
            from += range ? length : 1;
        }
        return parts;
    }

    private static int consecutive(List<Integer> ranks, int from) {
        int length = 1;
        while (from + length < ranks.size() && ranks.get(from + length) == ranks.get(from) + length) {
            length++;
        }
        return length;
    }
}
