package dev.stoker.optimize.prune;

import dev.stoker.nn.Weights;
import java.lang.foreign.ValueLayout;

/**
 * How much a channel matters: the Euclidean norm of the filters that write it, in parts of the mean of their layer, so that layers with
 * large weights do not count for more. Where several layers add up to a channel, the mean of their shares.
 */
final class ChannelImportance {
    private ChannelImportance() {}

    /** By the number of the channel; 0 where no layer writes it. */
    static double[] of(ModelChannels channels, Weights weights) {
        var sums = new double[channels.count()];
        var writers = new int[channels.count()];
        channels.layers().forEach((path, layer) -> {
            if (layer.own()) {
                double[] norms = norms(weights, path, layer.out().length);
                double mean = mean(norms);
                for (int i = 0; i < norms.length; i++) {
                    sums[layer.out()[i]] += mean == 0 ? 0 : norms[i] / mean;
                    writers[layer.out()[i]]++;
                }
            }
        });
        for (int i = 0; i < sums.length; i++) {
            sums[i] /= Math.max(1, writers[i]);
        }
        return sums;
    }

    private static double[] norms(Weights weights, String path, int outputs) {
        float[] values = weights.tensor(path, "weight").toHost().toArray(ValueLayout.JAVA_FLOAT);
        int inputs = values.length / outputs;
        var norms = new double[outputs];
        for (int i = 0; i < outputs; i++) {
            double squares = 0;
            for (int j = 0; j < inputs; j++) {
                squares += (double) values[i * inputs + j] * values[i * inputs + j];
            }
            norms[i] = Math.sqrt(squares);
        }
        return norms;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
