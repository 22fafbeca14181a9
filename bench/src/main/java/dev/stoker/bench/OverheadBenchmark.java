package dev.stoker.bench;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.Dataset;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.record.RecordStream;
import dev.stoker.data.record.RecordWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The overhead of the pipeline: elements through a chain, records from the page cache, and stragglers. */
public final class OverheadBenchmark {
    private static final int ROUNDS = 5;
    private static final long ELEMENTS = 100_000_000;
    private static final int RECORDS = 4_000;
    private static final int RECORD_BYTES = 100_000;

    private OverheadBenchmark() {}

    /** Medians of rounds: the first two on one worker or thread, the cost of stragglers with automatic workers. */
    public static Map<String, Double> run() {
        var fields = new LinkedHashMap<String, Double>();
        fields.put("elements_per_second", elementsPerSecond());
        fields.put("records_mb_per_second", recordMegabytesPerSecond());
        fields.put("straggler_cost", StragglerBenchmark.run().cost());
        return fields;
    }

    /** The cost of recording a trace: nanoseconds per span while it is off and on, and the share of a feed's time. */
    public static Map<String, Double> runTrace() {
        return TraceBenchmark.measured();
    }

    private static double elementsPerSecond() {
        var chain = Dataset.range(ELEMENTS).map(i -> i + 1).batch(1024);
        var rates = new ArrayList<Double>();
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            long elements = 0;
            try (var iterator = chain.iterate(PipelineResources.workers(1))) {
                while (iterator.hasNext()) {
                    elements += iterator.next().size();
                }
            }
            rates.add(elements * 1e9 / (System.nanoTime() - start));
        }
        return Statistics.median(rates);
    }

    private static double recordMegabytesPerSecond() {
        try {
            Path folder = Files.createTempDirectory("stoker-overhead");
            try {
                var shards = write(folder);
                var rates = new ArrayList<Double>();
                for (int round = 0; round < ROUNDS; round++) {
                    rates.add(read(shards));
                }
                return Statistics.median(rates);
            } finally {
                delete(folder);
            }
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot use the folder for temporary files (%s)".formatted(AtomicFile.reason(failure)), failure);
        }
    }

    private static List<Path> write(Path folder) throws IOException {
        var random = new Random(1);
        var payload = new byte[RECORD_BYTES];
        try (var writer = RecordWriter.open(folder, "records", Bytes.ofMebibytes(100))) {
            for (int i = 0; i < RECORDS; i++) {
                random.nextBytes(payload);
                writer.write(payload);
            }
        }
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".tfrecord")).toList();
        }
    }

    private static double read(List<Path> shards) {
        long start = System.nanoTime();
        long bytes = 0;
        for (Path shard : shards) {
            try (var stream = RecordStream.open(shard)) {
                while (stream.next()) {
                    bytes += stream.payload().byteSize();
                }
            }
        }
        return bytes * 1e3 / (System.nanoTime() - start);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
