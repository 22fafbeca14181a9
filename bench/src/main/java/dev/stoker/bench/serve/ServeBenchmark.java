package dev.stoker.bench.serve;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.serving.ModelServing;
import dev.stoker.telemetry.hardware.CpuInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Measures a served model: what it can answer at most, what it answers below and above that, and what replacing and ending it costs. */
public final class ServeBenchmark {
    private static final int CONNECTIONS = 64;
    private static final int BATCH = 32;
    private static final int[] LOADS = {50, 80, 120};
    private static final double DEADLINE_SECONDS = 1;
    private static final long SEED = 7;
    private static final double WARM_UP_SECONDS = 8;
    private static final int MOST_IMAGES = 256;

    private final Path model;
    private final List<Path> images;
    private final List<String> serverOptions;
    private final double seconds;
    private final Consumer<String> progress;

    /** Each measurement takes so many seconds, of a server that was started with these options. */
    public ServeBenchmark(
            Path model, List<Path> images, List<String> serverOptions, double seconds, Consumer<String> progress) {
        this.model = model;
        this.serverOptions = List.copyOf(serverOptions);
        this.images = images.stream().limit(MOST_IMAGES).toList();
        this.seconds = seconds;
        this.progress = progress;
    }

    /** Figures under their names in JSON. */
    public Map<String, Object> capacityAndLoads() {
        return guarded(() -> {
            var figures = new LinkedHashMap<String, Object>();
            progress.accept("plain loops of decoding and running");
            figures.put("images", images.size());
            figures.putAll(loops());
            try (var server = start(model, "--batch", "1")) {
                progress.accept("capacity without batching");
                figures.put(
                        "unbatched_per_second",
                        capacity(server, generator(server)).perSecond());
            }
            try (var server = start(model)) {
                progress.accept("capacity");
                var load = generator(server);
                var capacity = capacity(server, load);
                figures.put("capacity_per_second", capacity.perSecond());
                figures.put("server_processor_ms", capacity.serverMillis());
                figures.put("client_processor_ms", capacity.clientMillis());
                figures.put("resident_bytes", server.residentBytes());
                figures.put("loads", loads(load, capacity.perSecond()));
            }
            return figures;
        });
    }

    private List<Map<String, Object>> loads(LoadGenerator load, double capacity) {
        var rows = new ArrayList<Map<String, Object>>();
        for (int percent : LOADS) {
            progress.accept("%d %% of capacity".formatted(percent));
            var sent = load.openLoop(capacity * percent / 100, seconds, SEED + percent);
            var row = new LinkedHashMap<String, Object>();
            row.put("load_percent", percent);
            row.putAll(sent.figures().fields(sent.requests(), sent.seconds()));
            rows.add(row);
        }
        return rows;
    }

    private ServedProcess start(Path file, String... options) throws IOException, InterruptedException {
        var all = new ArrayList<>(serverOptions);
        all.addAll(List.of(options));
        return ServedProcess.start(file, all);
    }

    private LoadGenerator generator(ServedProcess server) throws IOException {
        var contents = new ArrayList<byte[]>();
        for (Path image : images) {
            contents.add(Files.readAllBytes(image));
        }
        var generator = new LoadGenerator(server.port(), contents, (long) (DEADLINE_SECONDS * 1e9));
        generator.learn();
        return generator;
    }

    /** Loops on all cores, and the processor time of an image in them: a server shares its cores with whoever sends requests. */
    private Map<String, Object> loops() {
        int cores = Runtime.getRuntime().availableProcessors();
        var serving = ModelServing.ROOM.load();
        double _ = serving.loopThroughput(model, images, cores, BATCH, seconds(WARM_UP_SECONDS));
        var before = CpuInfo.timeUsed();
        double perSecond = serving.loopThroughput(model, images, cores, BATCH, seconds(seconds));
        var used = CpuInfo.timeUsed().minus(before);
        return Map.of("loop_per_second", perSecond, "loop_processor_ms", millis(used) / (perSecond * seconds));
    }

    private static Duration seconds(double count) {
        return Duration.ofMillis((long) (1_000 * count));
    }

    private static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }

    /** Requests answered in a second, and the processor time of one in the server and in this process. */
    private record Capacity(double perSecond, double serverMillis, double clientMillis) {}

    /** After both JVMs have compiled what they run. */
    private Capacity capacity(ServedProcess server, LoadGenerator load) {
        double _ = load.capacity(CONNECTIONS, WARM_UP_SECONDS);
        var serverBefore = server.processorTime();
        var clientBefore = CpuInfo.timeUsed();
        double perSecond = load.capacity(CONNECTIONS, seconds);
        double requests = perSecond * seconds;
        return new Capacity(
                perSecond,
                millis(server.processorTime().minus(serverBefore)) / requests,
                millis(CpuInfo.timeUsed().minus(clientBefore)) / requests);
    }

    /** Loads the file again, replaces it, and ends the server, under load; counts requests that were lost. */
    public Map<String, Object> replaceAndEnd() {
        return guarded(() -> {
            Path folder = Files.createTempDirectory("stoker-bench-serve");
            Path copy = Files.copy(model, folder.resolve("model.onnx"));
            try (var server = start(copy)) {
                var load = generator(server);
                double capacity = capacity(server, load).perSecond();
                progress.accept("loading again, replacing and SIGTERM at 50 % of capacity");
                var sent = CompletableFuture.supplyAsync(() -> load.openLoop(capacity / 2, seconds, SEED));
                TimeUnit.MILLISECONDS.sleep((long) (250 * seconds));
                int loaded = reload(server);
                TimeUnit.MILLISECONDS.sleep((long) (250 * seconds));
                replace(copy);
                TimeUnit.MILLISECONDS.sleep((long) (250 * seconds));
                server.terminate();
                int exitCode = server.exitCode();
                var result = sent.join();
                var figures = new LinkedHashMap<String, Object>();
                figures.put("load_status", loaded);
                figures.put("exit_code", exitCode);
                figures.putAll(result.figures().fields(result.requests(), result.seconds()));
                return figures;
            } finally {
                Files.deleteIfExists(copy);
                Files.deleteIfExists(folder);
            }
        });
    }

    private static int reload(ServedProcess server) throws IOException {
        try (var connection = new KeepAliveConnection(server.port())) {
            var index = connection.send(KeepAliveConnection.post("/v2/repository/index", new byte[0]));
            String name = index.body().replaceFirst("(?s).*?\"name\":\"([^\"]+)\".*", "$1");
            return connection
                    .send(KeepAliveConnection.post("/v2/repository/models/%s/load".formatted(name), new byte[0]))
                    .status();
        }
    }

    private void replace(Path copy) throws IOException {
        Path next = Files.copy(model, copy.resolveSibling("next.onnx"));
        Files.move(next, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Half of the capacity for minutes; resident memory after the first and at the end. */
    public Map<String, Object> soak(double minutes) {
        return guarded(() -> {
            try (var server = start(model)) {
                var load = generator(server);
                double capacity = capacity(server, load).perSecond();
                int rounds = Math.max(2, (int) Math.round(minutes));
                var resident = new ArrayList<Long>();
                int lost = 0;
                for (int i = 0; i < rounds; i++) {
                    var sent = load.openLoop(capacity / 2, 60 * minutes / rounds, SEED + i);
                    lost += sent.figures().lostRequests();
                    resident.add(server.residentBytes());
                    progress.accept("%d of %d: %,d bytes resident".formatted(i + 1, rounds, resident.getLast()));
                }
                var figures = new LinkedHashMap<String, Object>();
                figures.put("requests_per_second", capacity / 2);
                figures.put("lost", lost);
                figures.put("resident_bytes", resident);
                figures.put("growth", (double) resident.getLast() / resident.getFirst() - 1);
                return figures;
            }
        });
    }

    @FunctionalInterface
    private interface Measurement {
        Map<String, Object> run() throws IOException, InterruptedException;
    }

    private static Map<String, Object> guarded(Measurement measurement) {
        try {
            return measurement.run();
        } catch (IOException failure) {
            throw new StokerException("cannot measure the server (%s)".formatted(AtomicFile.reason(failure)), failure);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted", failure);
        }
    }
}
