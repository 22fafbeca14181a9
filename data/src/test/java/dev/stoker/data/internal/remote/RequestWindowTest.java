package dev.stoker.data.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** On a link of a known latency and bandwidth, in simulated time. */
class RequestWindowTest {
    private static final int BYTES = 100_000;
    private static final double LINK = 50e6;

    private final RequestWindow window = new RequestWindow();
    private long now;
    private long linkFreeAt;
    private long delivered;

    private record Flight(RequestWindow.Ticket ticket, long arrives) {}

    private final ArrayDeque<Flight> flights = new ArrayDeque<>();

    private void run(double seconds, double latency, double bytesPerSecond) {
        long end = now + (long) (seconds * 1e9);
        while (now < end) {
            while (flights.size() < window.limit()) {
                linkFreeAt = Math.max(linkFreeAt, now + (long) (latency * 1e9)) + (long) (BYTES * 1e9 / bytesPerSecond);
                flights.add(new Flight(window.sent(now), linkFreeAt));
            }
            var next = flights.remove();
            now = Math.max(now, next.arrives);
            delivered += BYTES;
            window.answered(next.ticket, BYTES, now, true);
        }
    }

    private double rate(double seconds, double latency) {
        long before = delivered;
        long start = now;
        run(seconds, latency, LINK);
        return (delivered - before) * 1e9 / (now - start);
    }

    @Test
    void aLinkWithALongLatencyIsFullWithinASecond() {
        run(1, 0.2, LINK);
        assertThat(window.limit()).isGreaterThanOrEqualTo(100);
        assertThat(rate(5, 0.2)).isGreaterThan(0.9 * LINK);
    }

    @Test
    void aLinkWithAShortLatencyNeedsAHandful() {
        run(20, 0.005, LINK);
        assertThat(window.limit()).isLessThanOrEqualTo(12);
        assertThat(rate(10, 0.005)).isGreaterThan(0.9 * LINK);
    }

    @Test
    void moreAreNotKeptThanTheLinkNeeds() {
        run(60, 0.04, LINK);
        assertThat(window.limit()).isBetween(16, 64);
        assertThat(rate(10, 0.04)).isGreaterThan(0.9 * LINK);
        assertThat(window.decisions())
                .first()
                .asString()
                .startsWith("requests 16 → ")
                .contains("MB/s");
    }

    @Test
    void aLinkThatBecomesSlowerAndFasterIsFollowed() {
        run(10, 0.2, LINK);
        run(20, 0.2, LINK / 10);
        run(60, 0.2, LINK);
        assertThat(rate(10, 0.2)).isGreaterThan(0.85 * LINK);
    }

    @Test
    void whoNeedsNoMoreDoesNotMakeItGrow() {
        for (int i = 0; i < 10_000; i++) {
            var ticket = window.sent(now);
            now += 1_000_000;
            window.answered(ticket, BYTES, now, false);
        }
        assertThat(window.limit()).isEqualTo(RequestWindow.FIRST);
    }
}
