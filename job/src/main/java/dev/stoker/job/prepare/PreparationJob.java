package dev.stoker.job.prepare;

import dev.stoker.datasets.prepare.Preparation;
import dev.stoker.datasets.prepare.PreparationObserver;
import dev.stoker.datasets.prepare.Provenance;
import dev.stoker.telemetry.log.Json;
import java.util.Optional;
import java.util.function.BooleanSupplier;

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

    private final Preparation preparation;

    private PreparationJob(Preparation preparation) {
        this.preparation = preparation;
    }

    /** A job that signs the manifest with Stoker's version and the command line. */
    public static PreparationJob of(PrepareRequest request, String version, String command) {
        return new PreparationJob(
                Preparation.of(request.settings(), new Provenance(version, command), Json::writeIndented));
    }

    /** Runs to the end; empty when it was stopped. */
    public Optional<PrepareResult> run(Listener listener, BooleanSupplier stop) {
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
