package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.Mutator;
import dev.stoker.core.io.TfRecordFormat;
import dev.stoker.data.record.RecordBuffer;
import dev.stoker.data.record.RecordFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;

/** A sound shard with a damaged index beside it: whatever that says, records are those of the shard, and all of them. */
final class RecordIndexTarget implements FuzzTarget {
    private static final String INDEX = "indexed.tfrecord.index";

    private final Path shard;
    private final Path index;
    private final List<Optional<byte[]>> records;
    private final List<byte[]> corpus;

    RecordIndexTarget(ScratchFolder scratch) {
        try {
            byte[] content = RecordTarget.shard(6);
            records = PlainRecords.of(content);
            shard = scratch.write("indexed.tfrecord", content);
            Files.setLastModifiedTime(shard, FileTime.fromMillis(0)); // it is part of the index
            RecordFile.open(shard).close();
            index = shard.resolveSibling(INDEX);
            corpus = List.of(Files.readAllBytes(index));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public List<byte[]> corpus() {
        return corpus;
    }

    /** Three of four have a valid checksum. */
    @Override
    public Mutator mutator() {
        var bytes = new ByteMutator();
        return (original, other, random) -> {
            byte[] damaged = bytes.mutate(original, other, random);
            if (damaged.length >= Integer.BYTES && random.nextInt(4) > 0) {
                int end = damaged.length - Integer.BYTES;
                ByteBuffer.wrap(damaged)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(end, TfRecordFormat.maskedChecksum(ByteBuffer.wrap(damaged, 0, end)));
            }
            return damaged;
        };
    }

    @Override
    public void check(FuzzInput input) throws IOException {
        Files.write(index, input.bytes());
        try (var file = RecordFile.open(shard);
                var buffer = new RecordBuffer()) {
            for (long record = 0; record < file.count(); record++) {
                RecordTarget.compare(record, file.read(record, buffer).toArray(ValueLayout.JAVA_BYTE), records);
            }
            WrongResultException.require(
                    file.count() == records.size(),
                    "%d records, the shard has %d".formatted(file.count(), records.size()));
        }
    }
}
