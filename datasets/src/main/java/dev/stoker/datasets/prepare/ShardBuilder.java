package dev.stoker.datasets.prepare;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.Sha256;
import dev.stoker.data.record.ShardWriter;
import dev.stoker.datasets.prepare.FinishedShard.CorruptFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** Writes shards, one after another, from the results of their images. For one thread. */
final class ShardBuilder {
    private final InFlightRecords results;
    private final int maxCorrupt;
    private final PreparationObserver observer;
    private final BooleanSupplier stop;
    private int corruptSoFar;

    ShardBuilder(
            InFlightRecords results,
            int maxCorrupt,
            int corruptSoFar,
            PreparationObserver observer,
            BooleanSupplier stop) {
        this.results = results;
        this.maxCorrupt = maxCorrupt;
        this.corruptSoFar = corruptSoFar;
        this.observer = observer;
        this.stop = stop;
    }

    /** Empty when it was asked to stop; the shard is discarded then. */
    Optional<FinishedShard> build(PlannedShard planned, Path file) {
        SortedMap<Integer, Long> perLabel = new TreeMap<>();
        long cropReady = 0;
        var corrupt = new ArrayList<CorruptFile>();
        var damaged = new ArrayList<CorruptFile>();
        try (var writer = ShardWriter.create(file)) {
            for (int i = 0; i < planned.images().size(); i++) {
                if (stop.getAsBoolean()) {
                    return Optional.empty();
                }
                switch (results.next()) {
                    case ImageRecordResult.Stored stored -> {
                        writer.write(stored.example());
                        perLabel.merge(stored.image().label(), 1L, Long::sum);
                        cropReady += stored.cropReady() ? 1 : 0;
                        stored.damage()
                                .ifPresent(reason -> damaged.add(
                                        new CorruptFile(stored.image().name(), reason)));
                    }
                    case ImageRecordResult.Damaged left ->
                        damaged.add(new CorruptFile(left.image().name(), left.reason()));
                    case ImageRecordResult.Corrupt bad -> corrupt.add(skipped(bad));
                }
                observer.advanced(1);
            }
            long bytes = writer.size().count();
            writer.finish(planned.modified());
            return Optional.of(new FinishedShard(
                    planned.fileName(), bytes, Sha256.of(file), perLabel, cropReady, corrupt, damaged));
        }
    }

    private CorruptFile skipped(ImageRecordResult.Corrupt bad) {
        corruptSoFar++;
        if (corruptSoFar > maxCorrupt) {
            throw new StokerException("%s: %s; remove the file, or allow more than %d corrupt files to be skipped"
                            .formatted(bad.image().content().place(), bad.reason(), maxCorrupt))
                    .about("max-corrupt");
        }
        return new CorruptFile(bad.image().name(), bad.reason());
    }
}
