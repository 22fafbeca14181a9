package dev.stoker.train.internal.measure;

import dev.stoker.data.BatchFeed;
import dev.stoker.data.StageStatistics;
import dev.stoker.data.storage.RequestStatistics;
import dev.stoker.train.measure.FeedReading;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A feed, and what its stages did since a measurement began. */
final class MeasuredFeed implements AutoCloseable {
    private final BatchFeed feed;
    private Map<String, StageStatistics> before = Map.of();
    private RequestStatistics requestsBefore = RequestStatistics.NONE;

    MeasuredFeed(BatchFeed feed) {
        this.feed = feed;
    }

    BatchFeed feed() {
        return feed;
    }

    void measurementBegins() {
        requestsBefore = feed.requests();
        before = feed.statistics().stream()
                .collect(Collectors.toMap(StageStatistics::stage, stage -> stage, (first, _) -> first));
    }

    FeedReading reading() {
        return new FeedReading(stages(), feed.requests().since(requestsBefore), feed.workers(), feed.decisions());
    }

    /** Whether a worker had to wait for a free batch. */
    boolean isFull() {
        return stages().stream().anyMatch(stage -> stage.waitedForOutput().isPositive());
    }

    private List<StageStatistics> stages() {
        return feed.statistics().stream().map(this::sinceBegin).toList();
    }

    private StageStatistics sinceBegin(StageStatistics now) {
        var then = before.get(now.stage());
        return then == null
                ? now
                : new StageStatistics(
                        now.stage(),
                        now.kind(),
                        now.elements() - then.elements(),
                        now.bytes() - then.bytes(),
                        now.service().minus(then.service()),
                        now.waitedForInput().minus(then.waitedForInput()),
                        now.waitedForOutput().minus(then.waitedForOutput()));
    }

    @Override
    public void close() {
        feed.close();
    }
}
