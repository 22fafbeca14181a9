package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.FrameMutator;
import dev.stoker.bench.internal.mutation.JpegMutator;
import dev.stoker.bench.internal.mutation.Mutator;
import dev.stoker.bench.internal.mutation.TextMutator;
import dev.stoker.data.example.ExampleWriter;
import dev.stoker.datasets.Datasets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A prepared dataset of images with a damaged shard or damaged class names, read by the input pipeline. */
final class ShardSetTarget implements FuzzTarget {
    private static final String FOLDER = "shards";
    private static final String SHARD = "/train-00000-of-00001.tfrecord";
    private static final byte[] CLASSES = "cat\ndog\n".getBytes(StandardCharsets.UTF_8);
    private static final int SIZE = 16;

    private final ScratchFolder scratch;
    private final byte[] shard;

    ShardSetTarget(ScratchFolder scratch) {
        this.scratch = scratch;
        byte[] first = record(ImageCorpus.jpegs().getFirst(), 0);
        byte[] second = record(ImageCorpus.pngs().getFirst(), 1);
        shard = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, shard, first.length, second.length);
    }

    private static byte[] record(byte[] image, int label) {
        return FrameMutator.frame(new ExampleWriter()
                .bytes("image/encoded", image)
                .int64("image/class/label", label)
                .toBytes());
    }

    @Override
    public List<byte[]> corpus() {
        return List.of(shard, shard, shard, CLASSES);
    }

    @Override
    public Mutator mutator() {
        var shards = new FrameMutator(new ByteMutator()).or(new FrameMutator(new JpegMutator()));
        var text = new TextMutator();
        return (original, other, random) ->
                (Arrays.equals(original, CLASSES) ? text : shards).mutate(original, original, random);
    }

    @Override
    public void check(FuzzInput input) throws IOException {
        scratch.clear(FOLDER);
        boolean names = Arrays.equals(input.original(), CLASSES);
        scratch.write(FOLDER + SHARD, names ? shard : input.bytes());
        scratch.write(FOLDER + "/validation-00000-of-00001.tfrecord", shard);
        scratch.write(FOLDER + "/classes.txt", names ? input.bytes() : CLASSES);
        try (var set = Datasets.open(scratch.path().resolve(FOLDER).toString(), SIZE)) {
            TrainingRowsCheck.of(set);
        }
    }
}
