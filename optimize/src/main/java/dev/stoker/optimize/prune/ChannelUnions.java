package dev.stoker.optimize.prune;

import java.util.Arrays;

/** Channels by number, joined where one cannot be removed without the other (union-find). */
final class ChannelUnions {
    private int[] parents = new int[1024];
    private int count;

    /** So many new channels, on their own. */
    int[] add(int channels) {
        var added = new int[channels];
        for (int i = 0; i < channels; i++) {
            if (count == parents.length) {
                parents = Arrays.copyOf(parents, 2 * count);
            }
            parents[count] = count;
            added[i] = count++;
        }
        return added;
    }

    int size() {
        return count;
    }

    /** The channel that stands for all that are joined with this one. */
    int root(int channel) {
        int root = channel;
        while (parents[root] != root) {
            parents[root] = parents[parents[root]];
            root = parents[root];
        }
        return root;
    }

    void join(int one, int other) {
        parents[root(one)] = root(other);
    }

    void join(int[] some, int[] others) {
        if (some.length != others.length) {
            throw new IllegalArgumentException(
                    "%d channels cannot be joined with %d".formatted(some.length, others.length));
        }
        for (int i = 0; i < some.length; i++) {
            join(some[i], others[i]);
        }
    }
}
