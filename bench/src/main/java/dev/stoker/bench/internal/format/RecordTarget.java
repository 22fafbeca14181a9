package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.Compression;
import dev.stoker.bench.internal.mutation.FrameMutator;
import dev.stoker.bench.internal.mutation.GzipMutator;
import dev.stoker.bench.internal.mutation.Mutator;
import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.data.record.RecordBuffer;
import dev.stoker.data.record.RecordFile;
import dev.stoker.data.record.RecordStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Shards, read from front to back and, where they are not gzipped, by number. */
final class RecordTarget implements FuzzTarget {
    private static final int LARGEST_UNPACKED = 1 << 20;

    private final ScratchFolder scratch;
    private final boolean gzipped;

    private RecordTarget(ScratchFolder scratch, boolean gzipped) {
        this.scratch = scratch;
        this.gzipped = gzipped;
    }

    static RecordTarget plain(ScratchFolder scratch) {
        return new RecordTarget(scratch, false);
    }

    static RecordTarget gzipped(ScratchFolder scratch) {
        return new RecordTarget(scratch, true);
    }

    @Override
    public List<byte[]> corpus() {
        var shards = new ArrayList<byte[]>();
        for (int records : new int[] {1, 3, 8}) {
            shards.add(shard(records));
        }
        return gzipped ? shards.stream().map(Compression::gzip).toList() : shards;
    }

    /** Records of 0, 21, 42 bytes and so on. */
    static byte[] shard(int records) {
        var shard = new byte[0];
        for (int i = 0; i < records; i++) {
            byte[] payload = "record of 21 bytes, %d"
                    .formatted(i)
                    .substring(0, 21)
                    .repeat(i)
                    .getBytes(StandardCharsets.US_ASCII);
            byte[] frame = FrameMutator.frame(payload);
            int end = shard.length;
            shard = Arrays.copyOf(shard, end + frame.length);
            System.arraycopy(frame, 0, shard, end, frame.length);
        }
        return shard;
    }

    @Override
    public Mutator mutator() {
        var frames = new FrameMutator(new ByteMutator()).or(new ByteMutator());
        return gzipped ? new GzipMutator(frames) : frames;
    }

    @Override
    public void check(FuzzInput input) throws IOException {
        Path file = scratch.write("shard.tfrecord", input.bytes());
        Files.deleteIfExists(file.resolveSibling("shard.tfrecord.index"));
        boolean packed = RecordStream.isGzipped(file);
        var expected = PlainRecords.of(packed ? PlainRecords.unpacked(input.bytes(), LARGEST_UNPACKED) : input.bytes());
        var refusals = new ArrayList<StokerException>();
        stream(file, expected).ifPresent(refusals::add);
        if (!packed) {
            byNumber(file, expected).ifPresent(refusals::add);
        }
        if (!refusals.isEmpty()) {
            throw refusals.getFirst();
        }
    }

    /** All records that can be read must be those of the file; the first refusal is what a user would see. */
    private static Optional<StokerException> stream(Path file, List<Optional<byte[]>> expected) {
        Optional<StokerException> refusal = Optional.empty();
        try (var stream = RecordStream.open(file)) {
            boolean more = true;
            for (int failures = 0; more && failures < 2 + expected.size(); ) {
                try {
                    more = stream.next();
                    if (more) {
                        compare(stream.index(), stream.payload().toArray(ValueLayout.JAVA_BYTE), expected);
                    }
                } catch (CorruptDataException corrupt) {
                    refusal = Optional.of(corrupt);
                    failures++;
                }
            }
        } catch (StokerException other) {
            return Optional.of(other);
        }
        return refusal;
    }

    private static Optional<StokerException> byNumber(Path file, List<Optional<byte[]>> expected) {
        Optional<StokerException> refusal = Optional.empty();
        try (var shard = RecordFile.open(file);
                var buffer = new RecordBuffer()) {
            WrongResultException.require(
                    shard.count() == expected.size(),
                    "%d records by number, the file has %d".formatted(shard.count(), expected.size()));
            for (long record = 0; record < shard.count(); record++) {
                try {
                    compare(record, shard.read(record, buffer).toArray(ValueLayout.JAVA_BYTE), expected);
                } catch (CorruptDataException corrupt) {
                    refusal = Optional.of(corrupt);
                }
            }
        } catch (StokerException other) {
            return Optional.of(other);
        }
        return refusal;
    }

    static void compare(long record, byte[] found, List<Optional<byte[]>> expected) {
        WrongResultException.require(
                record < expected.size()
                        && expected.get((int) record).isPresent()
                        && Arrays.equals(found, expected.get((int) record).get()),
                "record %d is not what the file holds".formatted(record));
    }
}
