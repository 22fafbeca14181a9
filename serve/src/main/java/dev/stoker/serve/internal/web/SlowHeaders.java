package dev.stoker.serve.internal.web;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Closes connections whose header takes too long. A byte now and then keeps a connection from being idle, and Jetty has no limit for the
 * time of a header: with a few hundred such connections nobody else would get one.
 */
final class SlowHeaders {
    private static final long PERIOD_MILLIS = 250;

    private final Connector connector;
    private final long limitNanos;

    SlowHeaders(Connector connector, long limitNanos) {
        this.connector = connector;
        this.limitNanos = limitNanos;
    }

    void watchOn(ScheduledExecutorService scheduler) {
        var _ = scheduler.scheduleWithFixedDelay(this::closeSlow, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void closeSlow() {
        long now = System.nanoTime();
        connector.getConnectedEndPoints().stream()
                .filter(endPoint -> isSlow(endPoint, now))
                .forEach(EndPoint::close);
    }

    private boolean isSlow(EndPoint endPoint, long now) {
        if (!(endPoint.getConnection() instanceof HttpConnection connection)) {
            return false;
        }
        var parser = connection.getParser();
        boolean inHeader = !parser.isStart() && parser.getState().compareTo(HttpParser.State.CONTENT) < 0;
        return inHeader && now - parser.getBeginNanoTime() > limitNanos;
    }
}
