package dev.stoker.bench.storage;

import dev.stoker.core.StokerException;
import java.time.Duration;

/**
 * What a link does to answers.
 *
 * @param latency from a request to the first byte of its answer
 * @param bitsPerSecond of all connections together; 0 is without limit
 * @param stalled share of answers that wait for {@code stall} on top
 * @param cut share of connections that end in the middle of an answer
 * @param errors share of requests that are answered with status 503
 */
public record LinkShape(
        Duration latency, double bitsPerSecond, double stalled, Duration stall, double cut, double errors) {
    /** As fast as the proxy can pass bytes on. */
    public static final LinkShape NONE = new LinkShape(Duration.ZERO, 0, 0, Duration.ZERO, 0, 0);

    public LinkShape {
        if (latency.isNegative() || stall.isNegative() || !(bitsPerSecond >= 0)) {
            throw new StokerException("latency, stall and bandwidth must be at least 0, got %s, %s and %s"
                    .formatted(latency, stall, bitsPerSecond));
        }
        for (double share : new double[] {stalled, cut, errors}) {
            if (!(share >= 0 && share <= 1)) {
                throw new StokerException("a share of a link must be between 0 and 100 %, got " + 100 * share);
            }
        }
    }

    /** The same link with another time to the first byte. */
    public LinkShape withLatency(Duration other) {
        return new LinkShape(other, bitsPerSecond, stalled, stall, cut, errors);
    }

    double bytesPerSecond() {
        return bitsPerSecond / Byte.SIZE;
    }
}
