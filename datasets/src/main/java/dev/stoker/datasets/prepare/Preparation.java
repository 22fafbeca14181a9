package dev.stoker.datasets.prepare;

import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.record.ShardSetIndex;
import dev.stoker.data.storage.Storage;
import dev.stoker.datasets.internal.file.ClassNames;
import dev.stoker.datasets.internal.file.NameLine;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Converts a folder of images into TFRecord shards. The content of each shard is planned before the first image is read,
 * so that neither the number of workers nor an interruption changes a byte of the result; the destination appears by one
 * rename when it is complete.
 */
public final class Preparation {
    private final PreparationSettings settings;
    private final Provenance origin;
    private final Function<Map<String, Object>, String> json;
    private final Optional<ShardDispatcher> dispatcher;
    private final Optional<Storage> storage;

    private Preparation(
            PreparationSettings settings,
            Provenance origin,
            Function<Map<String, Object>, String> json,
            Optional<ShardDispatcher> dispatcher,
            Optional<Storage> storage) {
        this.settings = settings;
        this.origin = origin;
        this.json = json;
        this.dispatcher = dispatcher;
        this.storage = storage;
    }

    /** A preparation whose manifest is written by {@code json}. */
    public static Preparation of(
            PreparationSettings settings, Provenance origin, Function<Map<String, Object>, String> json) {
        return new Preparation(settings, origin, json, Optional.empty(), Optional.empty());
    }

    /** The same with shards that others write; this process plans them and completes the dataset. */
    public Preparation by(ShardDispatcher elsewhere) {
        return new Preparation(settings, origin, json, Optional.of(elsewhere), storage);
    }

    /** The same with images of a storage, instead of those of the source folder; the caller closes it. */
    public Preparation from(Storage source) {
        return new Preparation(settings, origin, json, dispatcher, Optional.of(source));
    }

    /** Runs to the end; empty when it was asked to stop, and the next run resumes there. */
    public Optional<PreparedDataset> run(PreparationObserver observer, BooleanSupplier stop) {
        var destination = PreparationDestination.check(settings, storage.isPresent());
        var plan = ShardPlan.of(settings, storage);
        try (var workspace = PreparationWorkspace.open(destination, plan.plan(), settings.overwrite())) {
            var files = workspace.files();
            var finished = finishedBefore(plan, files);
            long before = imagesIn(plan, finished);
            observer.started(plan.images(), plan.shards().size(), before, finished.size());
            if (!writeMissingShards(plan, files, finished, observer, stop)) {
                return Optional.empty();
            }
            var manifest = manifest(plan, finished);
            writeMetadataFiles(plan, manifest, files);
            workspace.publish();
            return Optional.of(result(manifest, plan.bytes(), plan.images() - before));
        }
    }

    private static Map<String, FinishedShard> finishedBefore(ShardPlan plan, UnfinishedFolder workspace) {
        var finished = new LinkedHashMap<String, FinishedShard>();
        for (var planned : plan.shards()) {
            workspace.finished(planned.fileName()).ifPresent(shard -> finished.put(shard.name(), shard));
        }
        return finished;
    }

    private static long imagesIn(ShardPlan plan, Map<String, FinishedShard> finished) {
        return plan.shards().stream()
                .filter(planned -> finished.containsKey(planned.fileName()))
                .mapToLong(planned -> planned.images().size())
                .sum();
    }

    private boolean writeMissingShards(
            ShardPlan plan,
            UnfinishedFolder workspace,
            Map<String, FinishedShard> finished,
            PreparationObserver observer,
            BooleanSupplier stop) {
        var missing = plan.shards().stream()
                .filter(planned -> !finished.containsKey(planned.fileName()))
                .toList();
        if (dispatcher.isPresent()) {
            return new DispatchedShards(plan, missing, workspace).write(dispatcher.get(), finished, observer, stop);
        }
        int corrupt = finished.values().stream()
                .mapToInt(shard -> shard.corrupt().size())
                .sum();
        try (var workerPool = new PreparationWorkerPool(plan.settings(), plan.classes())) {
            var images = missing.stream()
                    .flatMap(planned -> planned.images().stream())
                    .iterator();
            var builder = new ShardBuilder(
                    new InFlightRecords(workerPool, images), settings.maxCorrupt(), corrupt, observer, stop);
            for (var planned : missing) {
                var shard = builder.build(planned, workspace.file(planned.fileName()));
                if (shard.isEmpty()) {
                    return false;
                }
                workspace.keep(shard.get());
                finished.put(planned.fileName(), shard.get());
            }
        }
        return true;
    }

    private DatasetManifest manifest(ShardPlan plan, Map<String, FinishedShard> finished) {
        var splits = plan.shards().stream()
                .collect(Collectors.groupingBy(
                        PlannedShard::split,
                        () -> new EnumMap<>(SplitName.class),
                        Collectors.mapping(
                                planned -> Objects.requireNonNull(finished.get(planned.fileName())),
                                Collectors.toList())));
        return new DatasetManifest(
                origin,
                plan.settings().content(),
                plan.classes(),
                splits,
                plan.duplicates().size());
    }

    private void writeMetadataFiles(ShardPlan plan, DatasetManifest manifest, UnfinishedFolder workspace) {
        ClassNames.write(workspace.file(ClassNames.FILE_NAME), plan.classes());
        writeNames(manifest, FinishedShard::corrupt, workspace.file("corrupt.txt"));
        writeNames(manifest, FinishedShard::damaged, workspace.file("damaged.txt"));
        if (!plan.duplicates().isEmpty()) {
            var pairs = plan.duplicates().stream()
                    .map(pair -> NameLine.of(pair.dropped().name()) + "\t"
                            + NameLine.of(pair.kept().name()))
                    .toList();
            AtomicFile.write(workspace.file("duplicates.txt"), lines(pairs));
        }
        ShardSetIndex.write(
                workspace.file(ShardSetIndex.FILE_NAME),
                manifest.all().stream()
                        .map(shard -> workspace.file(shard.name()))
                        .toList());
        AtomicFile.write(workspace.file(PreparationDestination.MANIFEST), json.apply(manifest.fields()) + "\n");
    }

    /** Names and reasons, if there are any. */
    private static void writeNames(
            DatasetManifest manifest, Function<FinishedShard, List<FinishedShard.CorruptFile>> files, Path file) {
        var lines = manifest.all().stream()
                .flatMap(shard -> files.apply(shard).stream())
                .map(FinishedShard.CorruptFile::line)
                .sorted()
                .toList();
        if (!lines.isEmpty()) {
            AtomicFile.write(file, lines(lines));
        }
    }

    private static String lines(List<String> lines) {
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    private PreparedDataset result(DatasetManifest manifest, long sourceBytes, long processed) {
        return new PreparedDataset(
                settings.destination(),
                manifest.all().stream().mapToLong(FinishedShard::records).sum(),
                manifest.classes().size(),
                manifest.all().size(),
                manifest.bytes(),
                manifest.cropReady(),
                sourceBytes,
                manifest.skipped(),
                manifest.damaged(),
                manifest.duplicates(),
                processed);
    }
}
