package dev.stoker.optimize.prune;

import dev.stoker.train.step.PruningSettings;
import java.util.Comparator;
import java.util.List;

/**
 * Which channels are removed: the least important, of each set or of all sets together. What stays of a set is a multiple of eight where
 * it was one before, since processors compute as many at once; and no set loses more than nine tenths of its channels.
 */
record ChannelSelection(double share, PruningSettings.Scope scope) {
    private static final int TOGETHER = 8;
    private static final double MOST = 0.9;

    /** By the number of the channel. */
    boolean[] removed(ModelChannels channels, double[] importance) {
        double threshold = threshold(channels, importance);
        var removed = new boolean[channels.count()];
        for (var set : channels.sets()) {
            long asked = switch (scope) {
                case LAYER -> Math.round(share * set.size());
                case GLOBAL ->
                    set.stream().filter(each -> importance[each] < threshold).count();
            };
            int kept = kept(set.size(), asked);
            leastFirst(set, importance).subList(0, set.size() - kept).forEach(channel -> removed[channel] = true);
        }
        return removed;
    }

    /** The importance below which the share lies. */
    private double threshold(ModelChannels channels, double[] importance) {
        double[] sorted = channels.sets().stream()
                .flatMap(List::stream)
                .mapToDouble(each -> importance[each])
                .sorted()
                .toArray();
        return sorted.length == 0 ? 0 : sorted[(int) (share * sorted.length)];
    }

    private static int kept(int size, long asked) {
        long kept = Math.max(size - asked, (long) Math.ceil((1 - MOST) * size));
        if (size % TOGETHER == 0) {
            kept = Math.max(1, Math.round((double) kept / TOGETHER)) * TOGETHER;
        }
        return Math.toIntExact(Math.max(1, kept));
    }

    private static List<Integer> leastFirst(List<Integer> set, double[] importance) {
        return set.stream()
                .sorted(Comparator.comparingDouble(channel -> importance[channel]))
                .toList();
    }
}
