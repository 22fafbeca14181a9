package dev.stoker.datasets.prepare;

import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.internal.file.ClassNames;
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
 * Makes TFRecord shards of a tree of images. What goes where is settled by arithmetic before the first image is read,
 * so that neither the number of workers nor a kill in between changes a byte of the result; the destination appears by
 * one rename when everything is in it.
 */
public final class Preparation {
    private final PreparationSettings settings;
    private final Provenance origin;
    private final Function<Map<String, Object>, String> json;

    private Preparation(PreparationSettings settings, Provenance origin, Function<Map<String, Object>, String> json) {
        this.settings = settings;
        this.origin = origin;
        this.json = json;
    }

    /** A preparation whose manifest is written by {@code json}. */
    public static Preparation of(
            PreparationSettings settings, Provenance origin, Function<Map<String, Object>, String> json) {
        return new Preparation(settings, origin, json);
    }

    /** Runs to the end, or until it is told to stop; empty then, and the next run goes on. */
    public Optional<PreparedDataset> run(PreparationObserver observer, BooleanSupplier stop) {
        var destination = PreparationDestination.check(settings);
        var layout = ShardPlan.of(settings);
        try (var workspace = PreparationWorkspace.open(destination, layout.plan(), settings.overwrite())) {
            var finished = finishedBefore(layout, workspace);
            long before = imagesIn(layout, finished);
            observer.started(layout.images(), layout.shards().size(), before, finished.size());
            if (!writeMissingShards(layout, workspace, finished, observer, stop)) {
                return Optional.empty();
            }
            var manifest = manifest(layout, finished);
            writeMetadataFiles(layout, manifest, workspace);
            workspace.publish();
            return Optional.of(result(manifest, layout.bytes(), layout.images() - before));
        }
    }

    private static Map<String, FinishedShard> finishedBefore(ShardPlan layout, PreparationWorkspace workspace) {
        var finished = new LinkedHashMap<String, FinishedShard>();
        for (var planned : layout.shards()) {
            workspace.finished(planned).ifPresent(shard -> finished.put(shard.name(), shard));
        }
        return finished;
    }

    private static long imagesIn(ShardPlan layout, Map<String, FinishedShard> finished) {
        return layout.shards().stream()
                .filter(planned -> finished.containsKey(planned.fileName()))
                .mapToLong(planned -> planned.items().size())
                .sum();
    }

    private boolean writeMissingShards(
            ShardPlan layout,
            PreparationWorkspace workspace,
            Map<String, FinishedShard> finished,
            PreparationObserver observer,
            BooleanSupplier stop) {
        var missing = layout.shards().stream()
                .filter(planned -> !finished.containsKey(planned.fileName()))
                .toList();
        int corrupt = finished.values().stream()
                .mapToInt(shard -> shard.corrupt().size())
                .sum();
        try (var workerPool = new PreparationWorkerPool(layout.settings(), layout.classes())) {
            var items = missing.stream()
                    .flatMap(planned -> planned.items().stream())
                    .iterator();
            var maker = new ShardBuilder(
                    new InFlightRecords(workerPool, items), settings.maxCorrupt(), corrupt, observer, stop);
            for (var planned : missing) {
                var made = maker.make(planned, workspace.file(planned.fileName()));
                if (made.isEmpty()) {
                    return false;
                }
                workspace.keep(made.get());
                finished.put(planned.fileName(), made.get());
            }
        }
        return true;
    }

    private DatasetManifest manifest(ShardPlan layout, Map<String, FinishedShard> finished) {
        var parts = layout.shards().stream()
                .collect(Collectors.groupingBy(
                        PlannedShard::part,
                        () -> new EnumMap<>(SplitName.class),
                        Collectors.mapping(
                                planned -> Objects.requireNonNull(finished.get(planned.fileName())),
                                Collectors.toList())));
        return new DatasetManifest(
                origin,
                layout.settings().content(),
                layout.classes(),
                parts,
                layout.duplicates().size());
    }

    private void writeMetadataFiles(ShardPlan layout, DatasetManifest manifest, PreparationWorkspace workspace) {
        AtomicFile.write(workspace.file(ClassNames.FILE_NAME), lines(layout.classes()));
        var corrupt = manifest.all().stream()
                .flatMap(shard -> shard.corrupt().stream())
                .map(FinishedShard.CorruptFile::line)
                .sorted()
                .toList();
        if (!corrupt.isEmpty()) {
            AtomicFile.write(workspace.file("corrupt.txt"), lines(corrupt));
        }
        if (!layout.duplicates().isEmpty()) {
            var pairs = layout.duplicates().stream()
                    .map(pair -> pair.dropped().name() + "\t" + pair.kept().name())
                    .toList();
            AtomicFile.write(workspace.file("duplicates.txt"), lines(pairs));
        }
        AtomicFile.write(workspace.file(PreparationDestination.MANIFEST), json.apply(manifest.fields()) + "\n");
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
                manifest.duplicates(),
                processed);
    }
}
