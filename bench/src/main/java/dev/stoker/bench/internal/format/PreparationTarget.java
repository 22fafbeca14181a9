package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.Mutator;
import dev.stoker.bench.internal.mutation.TextMutator;
import dev.stoker.core.Bytes;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.prepare.CropReadyMode;
import dev.stoker.datasets.prepare.DamagedMode;
import dev.stoker.datasets.prepare.Preparation;
import dev.stoker.datasets.prepare.PreparationObserver;
import dev.stoker.datasets.prepare.PreparationSettings;
import dev.stoker.datasets.prepare.Provenance;
import dev.stoker.image.transform.DownscaleLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** An interrupted preparation with a damaged plan or a damaged record of a shard, resumed: the result is the same. */
final class PreparationTarget implements FuzzTarget {
    private static final String SOURCE = "images";
    private static final String DESTINATION = "prepared/set";
    private static final String UNFINISHED = "prepared/set.partial";
    private static final PreparationObserver SILENT = new PreparationObserver() {
        @Override
        public void started(long images, int shards, long imagesDone, int shardsDone) {}

        @Override
        public void advanced(long images) {}
    };

    private final ScratchFolder scratch;
    private final Map<String, byte[]> unfinished;
    private final Map<String, byte[]> expected;

    PreparationTarget(ScratchFolder scratch) {
        this.scratch = scratch;
        try {
            for (int i = 0; i < 6; i++) {
                scratch.write(
                        "%s/%s/%d.png".formatted(SOURCE, i % 2 == 0 ? "cat" : "dog", i),
                        ImageCorpus.pngs().get(i % 3));
            }
            Path done = scratch.path().resolve(UNFINISHED).resolve("done");
            prepare(() -> holdsFiles(done));
            unfinished = files(scratch.path().resolve(UNFINISHED));
            prepare(() -> false);
            expected = files(scratch.path().resolve(DESTINATION));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static boolean holdsFiles(Path folder) {
        var files = folder.toFile().list();
        return files != null && files.length > 0;
    }

    private void prepare(BooleanSupplier stop) {
        var settings = new PreparationSettings(
                scratch.path().resolve(SOURCE),
                scratch.path().resolve(DESTINATION),
                Optional.empty(),
                new Seed(1),
                DownscaleLimit.NONE,
                90,
                false,
                CropReadyMode.OFF,
                false,
                new Bytes(1),
                Optional.empty(),
                1,
                0,
                DamagedMode.SKIP,
                true,
                false,
                false);
        Preparation.of(settings, new Provenance("0", "fuzz"), fields -> new TreeMap<>(fields).toString())
                .run(SILENT, stop);
    }

    private static Map<String, byte[]> files(Path folder) throws IOException {
        var files = new LinkedHashMap<String, byte[]>();
        try (var walk = Files.walk(folder)) {
            for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
                files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static boolean isDamaged(String name) {
        return name.equals("plan") || name.startsWith("done");
    }

    /** The file that the input was made of; a replayed one is the record of a shard. */
    private String damagedFile(FuzzInput input) {
        var candidates = unfinished.keySet().stream()
                .filter(PreparationTarget::isDamaged)
                .toList();
        return candidates.stream()
                .filter(name -> Arrays.equals(unfinished.get(name), input.original()))
                .findFirst()
                .orElse(candidates.getFirst());
    }

    @Override
    public List<byte[]> corpus() {
        return unfinished.entrySet().stream()
                .filter(file -> isDamaged(file.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    @Override
    public Mutator mutator() {
        return new TextMutator().or(new ByteMutator());
    }

    @Override
    public void check(FuzzInput input) throws IOException {
        scratch.clear("prepared");
        for (var file : unfinished.entrySet()) {
            scratch.write(UNFINISHED + "/" + file.getKey(), file.getValue());
        }
        scratch.write(UNFINISHED + "/" + damagedFile(input), input.bytes());
        prepare(() -> false);
        var found = files(scratch.path().resolve(DESTINATION));
        WrongResultException.require(found.keySet().equals(expected.keySet()), "other files: " + found.keySet());
        expected.forEach((name, bytes) ->
                WrongResultException.require(Arrays.equals(bytes, found.get(name)), name + " is not the same"));
    }
}
