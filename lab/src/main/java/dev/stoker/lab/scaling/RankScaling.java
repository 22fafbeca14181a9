package dev.stoker.lab.scaling;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What some ranks give, each with the images of one alone.
 *
 * @param alone images per second of one rank
 * @param together images per second of all ranks
 * @param exchange images per second of one rank if it did nothing but sum its gradients with the others
 * @param communicationShare of a step that waits for gradients, the slowest rank left out
 * @param stragglerShare of a step that waits for the slowest rank
 */
public record RankScaling(
        int ranks, double alone, double together, double exchange, double communicationShare, double stragglerShare) {

    /** Of the most ranks that were measured, with the first bucket size. */
    public static RankScaling of(ScalingMeasurement measured) {
        int ranks = measured.settings().ranks().getLast();
        var one = measured.alone();
        var all = measured.overlapped(ranks, measured.settings().buckets().getFirst());
        return new RankScaling(
                ranks,
                one.imagesPerSecond(),
                all.imagesPerSecond(),
                measured.batch() / measured.exchangeSeconds(ranks),
                Math.max(0, all.communicationShare() - all.stragglerShare()),
                all.stragglerShare());
    }

    /** Throughput over that of one rank. */
    public double speedup() {
        return together / alone;
    }

    /** Throughput of each rank over that of one alone. */
    public double efficiency() {
        return speedup() / ranks;
    }

    /** The values under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("ranks", ranks);
        fields.put("images_per_second_of_one", alone);
        fields.put("images_per_second", together);
        fields.put("exchange_images_per_second", exchange);
        fields.put("efficiency", efficiency());
        fields.put("communication_share", communicationShare);
        fields.put("straggler_share", stragglerShare);
        return fields;
    }
}
