package dev.stoker.lab.scaling;

import dev.stoker.core.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs of different numbers of ranks, each with the same images per rank, and with gradients sent during backward and after it.
 * Everything is measured once in each round, so that what else the machine does falls on all of it.
 *
 * @param samples of each number of ranks and bucket size, one for each round
 */
public record ScalingMeasurement(ScalingSettings settings, int batch, Map<Key, List<ScalingSample>> samples) {
    private static final Bytes AFTER_BACKWARD = new Bytes(0);

    /** What is measured; one rank has nobody to send to, and so no buckets. */
    public record Key(int ranks, Bytes bucket) {}

    public ScalingMeasurement {
        samples = Map.copyOf(samples);
    }

    /** {@code batch} are the images of each rank; {@code progress} gets a line for each run. */
    public static ScalingMeasurement of(ScalingSettings settings, int batch, Consumer<String> progress) {
        var samples = new LinkedHashMap<Key, List<ScalingSample>>();
        for (int round = 1; round <= settings.rounds(); round++) {
            for (var key : keys(settings)) {
                var sample = new ScalingTrial(key.ranks, batch, key.bucket, settings).run();
                samples.computeIfAbsent(key, _ -> new ArrayList<>()).add(sample);
                progress.accept("round %d of %d: %d ranks, bucket %s: %,.1f images/s"
                        .formatted(round, settings.rounds(), key.ranks, key.bucket, sample.imagesPerSecond()));
            }
        }
        return new ScalingMeasurement(settings, batch, samples);
    }

    private static List<Key> keys(ScalingSettings settings) {
        var keys = new ArrayList<Key>();
        keys.add(new Key(1, AFTER_BACKWARD));
        for (int ranks : settings.ranks()) {
            if (ranks > 1) {
                keys.add(new Key(ranks, AFTER_BACKWARD));
                settings.buckets().forEach(bucket -> keys.add(new Key(ranks, bucket)));
            }
        }
        return keys;
    }

    /** Of one rank. */
    ScalingSample alone() {
        return median(new Key(1, AFTER_BACKWARD));
    }

    ScalingSample afterBackward(int ranks) {
        return median(new Key(ranks, AFTER_BACKWARD));
    }

    ScalingSample overlapped(int ranks, Bytes bucket) {
        return median(new Key(ranks, bucket));
    }

    /** Seconds in which gradients are summed, without waiting for the slowest rank; all of them are sent after backward. */
    double exchangeSeconds(int ranks) {
        var after = afterBackward(ranks);
        double waited = after.communication() - after.straggler();
        // On a GPU nothing waits on the host, so it is what the step takes longer.
        return waited > 0 ? waited : Math.max(1e-6, after.seconds() - alone().seconds());
    }

    /** The one with the median step time. */
    private ScalingSample median(Key key) {
        var sorted = samples.getOrDefault(key, List.of()).stream()
                .sorted(Comparator.comparingDouble(ScalingSample::seconds))
                .toList();
        return sorted.get((sorted.size() - 1) / 2);
    }

    /** Throughput with gradients sent during backward over that with all of them sent after it: the median over rounds. */
    double overlapGain(int ranks, Bytes bucket) {
        var before = samples.getOrDefault(new Key(ranks, AFTER_BACKWARD), List.of());
        var during = samples.getOrDefault(new Key(ranks, bucket), List.of());
        var ratios = new ArrayList<Double>();
        for (int round = 0; round < before.size(); round++) {
            ratios.add(before.get(round).seconds() / during.get(round).seconds());
        }
        return ratios.stream().sorted().toList().get((ratios.size() - 1) / 2);
    }

    /** Throughput of each rank over that of one alone. */
    double efficiency(int ranks, Bytes bucket) {
        return alone().seconds() / overlapped(ranks, bucket).seconds();
    }
}
