package dev.stoker.train.measure;

import dev.stoker.data.StageStatistics;
import dev.stoker.data.storage.RequestStatistics;
import java.util.List;

/**
 * What an input pipeline did during a measurement.
 *
 * @param stages what each stage did during the measurement, not before
 * @param requests what was asked of a storage during the measurement
 * @param workers worker threads at its end
 * @param decisions all decisions of the tuner so far
 */
public record FeedReading(
        List<StageStatistics> stages, RequestStatistics requests, int workers, List<String> decisions) {
    /** Of a measurement without input. */
    public static final FeedReading NONE = new FeedReading(List.of(), RequestStatistics.NONE, 0, List.of());

    public FeedReading {
        stages = List.copyOf(stages);
        decisions = List.copyOf(decisions);
    }
}
