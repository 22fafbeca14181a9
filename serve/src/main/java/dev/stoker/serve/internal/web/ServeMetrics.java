package dev.stoker.serve.internal.web;

import dev.stoker.serve.internal.batch.BatchListener;
import io.javalin.http.Context;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.IntSupplier;

/** What an operator watches, in the text format of Prometheus. */
final class ServeMetrics implements BatchListener {
    private static final double NANOS = 1e-9;
    private static final double SMALLEST_TIME = 0.0005;
    private static final int TIMES = 14; // up to 4 s
    private static final int BATCH_SIZES = 11; // up to 1,024

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Counter requests = Counter.builder()
            .name("stoker_serve_requests_total")
            .help("Requests that were answered, by route and status")
            .labelNames("route", "status")
            .register(registry);
    private final DistributionDataPoint decode;
    private final DistributionDataPoint queue;
    private final DistributionDataPoint run;
    private final DistributionDataPoint total;
    private final Histogram batchSize = Histogram.builder()
            .name("stoker_serve_batch_rows")
            .help("Rows of a batch")
            .classicOnly()
            .classicExponentialUpperBounds(1, 2, BATCH_SIZES)
            .register(registry);

    ServeMetrics() {
        var seconds = Histogram.builder()
                .name("stoker_serve_seconds")
                .help("Time of a request in total, of a row until its batch is run and of decoding it, and of"
                        + " running a batch")
                .labelNames("part")
                .classicOnly()
                .classicExponentialUpperBounds(SMALLEST_TIME, 2, TIMES)
                .register(registry);
        decode = seconds.labelValues("decode");
        queue = seconds.labelValues("queue");
        run = seconds.labelValues("run");
        total = seconds.labelValues("total");
    }

    /** Values that are looked at when they are asked for. */
    void watch(IntSupplier waitingRows, IntSupplier requestsInFlight, IntSupplier version) {
        gauge("stoker_serve_queue_rows", "Rows that were admitted and are not answered", waitingRows);
        gauge("stoker_serve_requests_in_flight", "Requests that were begun and are not answered", requestsInFlight);
        gauge("stoker_serve_model_version", "Version of the model that answers", version);
    }

    private void gauge(String name, String help, IntSupplier value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.getAsInt()))
                .register(registry);
    }

    @Override
    public void decoded(long nanos) {
        decode.observe(nanos * NANOS);
    }

    @Override
    public void waited(long nanos) {
        queue.observe(nanos * NANOS);
    }

    @Override
    public void ran(int rows, long nanos) {
        run.observe(nanos * NANOS);
        batchSize.observe(rows);
    }

    /** Routes are few, whatever clients ask for. */
    void answered(String route, int status, long nanos) {
        requests.labelValues(route, Integer.toString(status)).inc();
        total.observe(nanos * NANOS);
    }

    void write(Context request) {
        var text = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(text, registry.scrape());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        request.contentType(PrometheusTextFormatWriter.CONTENT_TYPE).result(text.toByteArray());
    }
}
