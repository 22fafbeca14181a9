package dev.stoker.datasets.prepare;

import dev.stoker.core.Bytes;
import dev.stoker.core.io.Sha256;
import dev.stoker.core.random.Seed;
import dev.stoker.data.storage.Storage;
import dev.stoker.image.transform.DownscaleLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** Settings for tests, and running them. */
record PreparationFixture(PreparationSettings settings) {
    private static final PreparationObserver SILENT = new PreparationObserver() {
        @Override
        public void started(long images, int shards, long imagesDone, int shardsDone) {}

        @Override
        public void advanced(long images) {}
    };

    static PreparationFixture settings(Path source, Path destination) {
        return new PreparationFixture(new PreparationSettings(
                source,
                destination,
                Optional.empty(),
                new Seed(1),
                DownscaleLimit.NONE,
                92,
                false,
                CropReadyMode.OFF,
                false,
                new Bytes(8_000),
                Optional.empty(),
                2,
                0,
                DamagedMode.SKIP,
                true,
                false,
                false));
    }

    /** With one setting replaced by name. */
    PreparationFixture with(String name, Object value) {
        var components = PreparationSettings.class.getRecordComponents();
        var values = new Object[components.length];
        var types = new Class<?>[components.length];
        try {
            for (int i = 0; i < values.length; i++) {
                types[i] = components[i].getType();
                values[i] = components[i].getName().equals(name)
                        ? value
                        : Objects.requireNonNull(components[i].getAccessor().invoke(settings));
            }
            return new PreparationFixture(
                    PreparationSettings.class.getConstructor(types).newInstance(values));
        } catch (ReflectiveOperationException failure) {
            throw new LinkageError(failure.getMessage(), failure);
        }
    }

    PreparedDataset run() {
        return run(() -> false).orElseThrow();
    }

    Optional<PreparedDataset> run(BooleanSupplier stop) {
        return run(SILENT, stop);
    }

    Optional<PreparedDataset> run(PreparationObserver observer, BooleanSupplier stop) {
        return Preparation.of(settings, new Provenance("test", "prepare"), Map::toString)
                .run(observer, stop);
    }

    /** With the images of a storage in place of those of the source. */
    PreparedDataset runFrom(Storage storage) {
        return Preparation.of(settings, new Provenance("test", "prepare"), Map::toString)
                .from(storage)
                .run(SILENT, () -> false)
                .orElseThrow();
    }

    /** With shards that others write. */
    PreparedDataset runBy(ShardDispatcher dispatcher) {
        return tryBy(dispatcher).orElseThrow();
    }

    Optional<PreparedDataset> tryBy(ShardDispatcher dispatcher) {
        return Preparation.of(settings, new Provenance("test", "prepare"), Map::toString)
                .by(dispatcher)
                .run(SILENT, () -> false);
    }

    /** The files of a folder and their content. */
    static Map<String, String> content(Path folder) {
        var content = new TreeMap<String, String>();
        try (var files = Files.list(folder)) {
            files.forEach(file -> content.put(file.getFileName().toString(), Sha256.of(file)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return content;
    }
}
