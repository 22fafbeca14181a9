package dev.stoker.job.prepare;

import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.datasets.prepare.Preparation;
import dev.stoker.datasets.prepare.PreparationObserver;
import dev.stoker.datasets.prepare.Provenance;
import dev.stoker.datasets.prepare.ShardTask;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** Writes images into shards. */
public final class PreparationJob {
    private static final double NANOS = 1e9;

    /** Observes the progress. */
    public interface Listener {
        /** Some of the images may be in shards that an earlier run has finished. */
        void started(long images, int shards, long imagesDone, int shardsDone);

        /** More images are done. */
        void advanced(long images);
    }

    /** Has shards written elsewhere, such as on a cluster. */
    @FunctionalInterface
    public interface Dispatcher {
        /**
         * Has {@link #writeShard} called for each of the files, by any process that sees them; again where one was lost.
         *
         * @param written gets the number of each task that has ended, from any thread
         * @return false where it was stopped
         */
        boolean dispatch(List<Path> tasks, IntConsumer written, BooleanSupplier stop);
    }

    private final Preparation preparation;
    private final Optional<StorageAddress> address;

    private PreparationJob(Preparation preparation, Optional<StorageAddress> address) {
        this.preparation = preparation;
        this.address = address;
    }

    /** The same with the images below an address, instead of those of the source folder. */
    public PreparationJob from(StorageAddress source) {
        return new PreparationJob(preparation, Optional.of(source));
    }

    /** A job that signs the manifest with Stoker's version and the command line. */
    public static PreparationJob of(PrepareRequest request, String version, String command) {
        return new PreparationJob(
                Preparation.of(
                        request.settings(Runtime.getRuntime().availableProcessors()),
                        new Provenance(version, command),
                        Json::writeIndented),
                Optional.empty());
    }

    /** The same with shards that are written elsewhere, each by one worker unless the options say otherwise. */
    public static PreparationJob of(PrepareRequest request, String version, String command, Dispatcher elsewhere) {
        return new PreparationJob(
                Preparation.of(request.settings(1), new Provenance(version, command), Json::writeIndented)
                        .by(elsewhere::dispatch),
                Optional.empty());
    }

    /** Writes the shard that a file of an unfinished preparation describes, unless it is there; any number of times. */
    public static void writeShard(Path file) {
        ShardTask.run(file);
    }

    /** Runs to the end; empty when it was stopped. */
    public Optional<PrepareResult> run(Listener listener, BooleanSupplier stop) {
        if (address.isEmpty()) {
            return run(preparation, listener, stop);
        }
        try (var storage = Storage.at(address.get())) {
            return run(preparation.from(storage), listener, stop);
        }
    }

    private static Optional<PrepareResult> run(Preparation preparation, Listener listener, BooleanSupplier stop) {
        long start = System.nanoTime();
        return preparation
                .run(new ObserverAdapter(listener), stop)
                .map(set -> PrepareResult.of(set, (System.nanoTime() - start) / NANOS));
    }

    private record ObserverAdapter(Listener listener) implements PreparationObserver {
        @Override
        public void started(long images, int shards, long imagesDone, int shardsDone) {
            listener.started(images, shards, imagesDone, shardsDone);
        }

        @Override
        public void advanced(long images) {
            listener.advanced(images);
        }
    }
}
