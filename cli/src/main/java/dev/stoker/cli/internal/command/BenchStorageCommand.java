package dev.stoker.cli.internal.command;

import dev.stoker.bench.storage.FolderServer;
import dev.stoker.bench.storage.LinkFigures;
import dev.stoker.bench.storage.LinkShape;
import dev.stoker.bench.storage.LinkText;
import dev.stoker.bench.storage.StorageBenchmark;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.telemetry.log.Json;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures how a link to a store is used. */
@Command(
        name = "storage",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures how much of a link to a store is used: reads a prepared set as training does, through a proxy"
                    + " that answers late and has a limited bandwidth, and with plain OpenDAL in turn.",
            "The set is in a folder, which is served for this, or on a web server of this machine."
        })
public final class BenchStorageCommand implements Callable<Integer> {
    private static final int HTTP_PORT = 80;

    @Parameters(
            paramLabel = "SET",
            description = "prepared set: a folder, or its address on this machine, such as http://127.0.0.1:8080/set")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String set;

    @Option(
            names = "--latency",
            paramLabel = "TIMES",
            description = "latencies to the first byte of an answer, each measured (5ms,40ms,200ms)")
    private String latency = "5ms,40ms,200ms";

    @Option(
            names = "--bandwidth",
            paramLabel = "RATE",
            description = "bandwidth of all connections together, or unlimited (400mbit)")
    private String bandwidth = "400mbit";

    @Option(names = "--stall", paramLabel = "SHARE:TIME", description = "stalls: a share of answers that wait (0%%:2s)")
    private String stall = "0%:2s";

    @Option(names = "--cut", paramLabel = "SHARE", description = "share of connections that end early (0%%)")
    private String cut = "0%";

    @Option(names = "--errors", paramLabel = "SHARE", description = "share of answers with status 503 (0%%)")
    private String errors = "0%";

    @Option(
            names = "--input-memory",
            paramLabel = "SIZE",
            description = "memory limit for batches and read buffers, such as 64MB (that of training)")
    private String memory = "";

    @Option(names = "--seconds", paramLabel = "S", description = "measurement time of a round in seconds (3)")
    private double seconds = 3;

    @Option(names = "--rounds", paramLabel = "N", description = "rounds, of which the median is taken (3)")
    private int rounds = 3;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        if (rounds < 1 || !(seconds > 0)) {
            throw new StokerException("rounds and seconds must be above 0, got %d and %s".formatted(rounds, seconds))
                    .about("rounds", "seconds");
        }
        if (StorageAddress.isAddress(set)) {
            var url = url();
            measure(settings(server(url), url.getRawPath().replaceAll("/*$", "/")));
            return 0;
        }
        try (var server = FolderServer.of(Path.of(set))) {
            measure(settings(server.address(), "/"));
        }
        return 0;
    }

    private URI url() {
        var url = URI.create(StorageAddress.find(set).orElseThrow().toString());
        if (!"http".equals(url.getScheme())) {
            throw new StokerException(
                    "bench storage puts a proxy in front of a web server, got %s; give its http:// address, or the folder of the set"
                            .formatted(set));
        }
        return url;
    }

    /** Load goes to this machine alone. */
    private static InetSocketAddress server(URI url) {
        try {
            var host = InetAddress.getByName(url.getHost());
            if (!host.isLoopbackAddress()) {
                throw new StokerException("bench storage loads servers of this machine alone, got %s".formatted(url));
            }
            return new InetSocketAddress(host, url.getPort() < 0 ? HTTP_PORT : url.getPort());
        } catch (UnknownHostException failure) {
            throw new StokerException("there is no host %s".formatted(url.getHost()), failure);
        }
    }

    private StorageBenchmark.Settings settings(InetSocketAddress server, String root) {
        int colon = stall.indexOf(':');
        String share = colon < 0 ? stall : stall.substring(0, colon);
        var link = new LinkShape(
                Duration.ZERO,
                LinkText.bitsPerSecond("bandwidth", bandwidth),
                LinkText.share("stall", share),
                colon < 0 ? Duration.ofSeconds(2) : LinkText.time("stall", stall.substring(colon + 1)),
                LinkText.share("cut", cut),
                LinkText.share("errors", errors));
        boolean hasFaults = link.stalled() + link.cut() + link.errors() > 0;
        return new StorageBenchmark.Settings(
                server, root, LinkText.times("latency", latency), link, resources(), seconds, rounds, !hasFaults);
    }

    private PipelineResources resources() {
        var automatic = PipelineResources.auto();
        return memory.isEmpty()
                ? automatic
                : PipelineResources.of(Runtime.getRuntime().availableProcessors(), limit());
    }

    private Bytes limit() {
        try {
            return Bytes.parse(memory);
        } catch (IllegalArgumentException wrong) {
            throw new StokerException("input-memory must be %s, got %s".formatted(wrong.getMessage(), memory), wrong)
                    .about("input-memory");
        }
    }

    private void measure(StorageBenchmark.Settings settings) {
        double ceiling = StorageBenchmark.ceiling(settings);
        if (!output.json() && !output.quiet()) {
            showHead(settings, ceiling);
        }
        var figures = new ArrayList<LinkFigures>();
        for (var each : settings.latencies()) {
            figures.add(StorageBenchmark.run(settings, each));
            if (!output.json() && !output.quiet()) {
                show(figures.getLast());
            }
        }
        if (output.json()) {
            System.out.println(Json.write(fields(settings, ceiling, figures)));
        }
    }

    private Map<String, Object> fields(StorageBenchmark.Settings settings, double ceiling, List<LinkFigures> figures) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("set", set);
        fields.put("bits_per_second", settings.link().bitsPerSecond());
        fields.put("proxy_ceiling_bytes_per_second", ceiling);
        fields.put("latencies", figures.stream().map(LinkFigures::fields).toList());
        return fields;
    }

    private static void showHead(StorageBenchmark.Settings settings, double ceiling) {
        double link = settings.link().bitsPerSecond() / Byte.SIZE;
        System.out.printf(
                "proxy             %,.1f MB/s without shaping%s%n",
                ceiling / 1e6,
                link > 0 ? ", %.1f times the link of %,.1f MB/s".formatted(ceiling / link, link / 1e6) : "");
        System.out.printf(
                "%-10s%10s%8s%12s%11s%13s%14s%8s%n",
                "latency", "MB/s", "link", "requests/s", "in flight", "first batch", "plain MB/s", "ratio");
    }

    private static void show(LinkFigures figures) {
        System.out.printf(
                "%-10s%,10.1f%8s%,12.0f%,11.1f%11.2f s%14s%8s%n",
                figures.latency().toMillis() + " ms",
                figures.bytesPerSecond() / 1e6,
                figures.shareOfLink().isPresent()
                        ? "%.2f".formatted(figures.shareOfLink().getAsDouble())
                        : "-",
                figures.requestsPerSecond(),
                figures.inFlight(),
                figures.firstBatchSeconds(),
                figures.plainBytesPerSecond().isPresent()
                        ? "%,.1f".formatted(figures.plainBytesPerSecond().getAsDouble() / 1e6)
                        : "-",
                figures.plainBytesPerSecond().isPresent()
                        ? "%.2f"
                                .formatted(figures.bytesPerSecond()
                                        / figures.plainBytesPerSecond().getAsDouble())
                        : "-");
    }
}
