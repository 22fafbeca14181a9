package dev.stoker.job;

import dev.stoker.datasets.prepare.Origin;
import dev.stoker.datasets.prepare.Preparation;
import dev.stoker.datasets.prepare.PreparationObserver;
import dev.stoker.telemetry.Json;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Makes shards of pictures, as the command line asks for it. */
public final class PreparationJob {
    private static final double NANOS = 1e9;

    /** Hears how it goes on. */
    public interface Listener {
        /** Some of the pictures may be in shards that an earlier run has finished. */
        void started(long pictures, int shards, long picturesDone, int shardsDone);

        /** So many more pictures are done. */
        void advanced(long pictures);
    }

    private final Preparation preparation;

    private PreparationJob(Preparation preparation) {
        this.preparation = preparation;
    }

    /** A job that signs the manifest with Stoker's version and the command line. */
    public static PreparationJob of(PrepareRequest request, String version, String command) {
        return new PreparationJob(
                Preparation.of(request.settings(), new Origin(version, command), Json::writeIndented));
    }

    /** Runs to the end; empty when it was told to stop. */
    public Optional<PrepareResult> run(Listener listener, BooleanSupplier stop) {
        long start = System.nanoTime();
        return preparation
                .run(new Relay(listener), stop)
                .map(set -> PrepareResult.of(set, (System.nanoTime() - start) / NANOS));
    }

    private record Relay(Listener listener) implements PreparationObserver {
        @Override
        public void started(long pictures, int shards, long picturesDone, int shardsDone) {
            listener.started(pictures, shards, picturesDone, shardsDone);
        }

        @Override
        public void advanced(long pictures) {
            listener.advanced(pictures);
        }
    }
}
