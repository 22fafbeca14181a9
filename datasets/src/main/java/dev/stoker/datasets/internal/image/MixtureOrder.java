package dev.stoker.datasets.internal.image;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The samples of an epoch of several sources. It is as long as it has to be for every sample to occur in it at the weights that
 * are asked for; samples of sources that are too small for their weight occur several times.
 */
final class MixtureOrder {
    private static final int MOST = 1 << 30;

    private final int[] sizes;
    private final double[] shares;
    private final List<Permutation> orders;
    private final int[] starts;

    /** Sizes of the sources, and the share of an epoch that each gets. */
    MixtureOrder(int[] sizes, double[] shares, Seed seed) {
        this.sizes = sizes;
        this.shares = shares;
        orders = IntStream.range(0, sizes.length)
                .mapToObj(source -> new Permutation(sizes[source], seed.derive(source)))
                .toList();
        starts = new int[sizes.length];
        for (int i = 1; i < sizes.length; i++) {
            starts[i] = starts[i - 1] + sizes[i - 1];
        }
    }

    /** Numbers of samples, where those of each source follow those of the one before; sources take turns. */
    int[] samples() {
        int total = total();
        int[] used = new int[sizes.length];
        int[] samples = new int[total];
        for (int i = 0; i < total; i++) {
            int source = furthestBehind(used, i + 1);
            samples[i] = starts[source] + sample(source, used[source]++);
        }
        return samples;
    }

    private int total() {
        double longest = 0;
        for (int i = 0; i < sizes.length; i++) {
            longest = Math.max(longest, sizes[i] / shares[i]);
        }
        if (longest > MOST) {
            throw new StokerException(
                    "at these weights an epoch would have %,.0f images until every one occurs; choose weights that are nearer to the sizes of the sources"
                            .formatted(longest));
        }
        return (int) Math.ceil(longest - 1e-6);
    }

    private int furthestBehind(int[] used, int position) {
        int source = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < sizes.length; i++) {
            double behind = shares[i] * position - used[i];
            if (behind > most) {
                most = behind;
                source = i;
            }
        }
        return source;
    }

    /** In random order, so that a last pass that is not complete has images of all classes. */
    private int sample(int source, int use) {
        return (int) orders.get(source).at(use % sizes[source]);
    }
}
