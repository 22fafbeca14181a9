package dev.stoker.bench.storage;

import dev.stoker.bench.Statistics;
import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.StageStatistics;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.datasets.EncodedImageCollection;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Reads a set as training does, over a link that is shaped, and beside it with plain OpenDAL, in turn. */
public final class StorageBenchmark {
    private static final Seed SEED = new Seed(1);
    private static final int BATCH = 64;

    /** Requests in flight for the ceiling of the proxy. */
    private static final int CEILING_IN_FLIGHT = 32;

    private static final double CEILING_SECONDS = 2;
    private static final double WARM_UP_SECONDS = 2;
    private static final double FIRST_WARM_UP_SECONDS = 3;

    /**
     * What to measure.
     *
     * @param server where the set is
     * @param root its folder there, with slashes around it
     * @param plain whether plain OpenDAL is measured beside it
     */
    public record Settings(
            InetSocketAddress server,
            String root,
            List<Duration> latencies,
            LinkShape link,
            PipelineResources resources,
            double seconds,
            int rounds,
            boolean plain) {
        public Settings {
            latencies = List.copyOf(latencies);
            if (latencies.isEmpty() || rounds < 1 || !(seconds > 0)) {
                throw new StokerException("a latency, a round and a second must be measured at least")
                        .about("latency", "rounds", "seconds");
            }
        }
    }

    private StorageBenchmark() {}

    /** What the proxy passes on without shaping, in bytes a second, with the server and plain OpenDAL on the same cores. */
    public static double ceiling(Settings settings) {
        try (var proxy = LinkProxy.to(settings.server, LinkShape.NONE)) {
            return plain(settings, proxy, CEILING_IN_FLIGHT, CEILING_SECONDS);
        }
    }

    private static double plain(Settings settings, LinkProxy proxy, int inFlight, double seconds) {
        try (var storage = Storage.at(address(settings, proxy));
                var plain = new PlainOpenDal(proxy.host(), settings.root, RecordRanges.of(storage, SEED))) {
            return plain.bytesPerSecond(inFlight, WARM_UP_SECONDS, seconds);
        }
    }

    private static StorageAddress address(Settings settings, LinkProxy proxy) {
        return StorageAddress.find("http://" + proxy.host() + settings.root).orElseThrow();
    }

    /** One latency after another. */
    public static LinkFigures run(Settings settings, Duration latency) {
        var shape = settings.link.withLatency(latency);
        long start = System.nanoTime();
        try (var proxy = LinkProxy.to(settings.server, shape);
                var images =
                        EncodedImageCollection.open(address(settings, proxy).toString());
                var feed = images.readOnly()
                        .withElements(samples -> samples.shuffle(SEED).repeat())
                        .batch(BATCH)
                        .open(settings.resources, BatchMemoryAllocator.host())) {
            feed.next().close();
            double firstBatch = (System.nanoTime() - start) * 1e-9;
            drain(feed, FIRST_WARM_UP_SECONDS);
            return figures(settings, shape, proxy, feed, firstBatch);
        }
    }

    private static LinkFigures figures(
            Settings settings, LinkShape shape, LinkProxy proxy, BatchFeed feed, double firstBatch) {
        var rates = new ArrayList<Double>();
        var plainRates = new ArrayList<Double>();
        var requests = new ArrayList<Double>();
        var inFlight = new ArrayList<Double>();
        int plainInFlight = 1;
        for (int round = 0; round < settings.rounds; round++) {
            drain(feed, WARM_UP_SECONDS); // what was read while the link was idle must not count
            var before = proxy.totals();
            rates.add(drain(feed, settings.seconds));
            var crossed = proxy.totals().since(before);
            requests.add(crossed.requestsPerSecond());
            inFlight.add(crossed.inFlight());
            plainInFlight = Math.max(1, (int) Math.round(Statistics.median(inFlight)));
            if (settings.plain) {
                waitUntilIdle(proxy);
                plainRates.add(plain(settings, proxy, plainInFlight, settings.seconds));
            }
        }
        double rate = Statistics.median(rates);
        return new LinkFigures(
                shape.latency(),
                rate,
                shape.bitsPerSecond() > 0 ? OptionalDouble.of(rate / shape.bytesPerSecond()) : OptionalDouble.empty(),
                Statistics.median(requests),
                Statistics.median(inFlight),
                firstBatch,
                settings.plain ? OptionalDouble.of(Statistics.median(plainRates)) : OptionalDouble.empty(),
                plainInFlight);
    }

    /** Bytes of records a second. */
    private static double drain(BatchFeed feed, double seconds) {
        long before = bytesRead(feed);
        long start = System.nanoTime();
        while (System.nanoTime() - start < seconds * 1e9) {
            feed.next().close();
        }
        return (bytesRead(feed) - before) * 1e9 / (System.nanoTime() - start);
    }

    private static long bytesRead(BatchFeed feed) {
        return feed.statistics().stream()
                .filter(stage -> stage.stage().equals("workers"))
                .mapToLong(StageStatistics::bytes)
                .sum();
    }

    /** The feed reads ahead until its memory is full; the link is shared with nobody after that. */
    private static void waitUntilIdle(LinkProxy proxy) {
        try {
            for (long before = -1, now = proxy.totals().bytes();
                    now != before;
                    now = proxy.totals().bytes()) {
                before = now;
                Thread.sleep(300);
            }
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
