package dev.stoker.data.record;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Records to write, and both ways to read them back. */
final class Payloads {
    private Payloads() {}

    /** Random bytes, so that no two records and no two places within them look alike. */
    static List<byte[]> ofLengths(int... lengths) {
        var random = new SeededRandom(new Seed(7).forPurpose(Arrays.toString(lengths)));
        return Arrays.stream(lengths).mapToObj(length -> bytes(length, random)).toList();
    }

    static byte[] bytes(int length, SeededRandom random) {
        var bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    static List<byte[]> streamed(Path shard) {
        List<byte[]> payloads = new ArrayList<>();
        try (var stream = RecordStream.open(shard)) {
            while (stream.next()) {
                payloads.add(stream.payload().toArray(ValueLayout.JAVA_BYTE));
            }
        }
        return payloads;
    }

    static List<byte[]> byNumber(Path shard) {
        List<byte[]> payloads = new ArrayList<>();
        try (var file = RecordFile.open(shard);
                var buffer = new RecordBuffer()) {
            for (long i = 0; i < file.count(); i++) {
                payloads.add(file.read(i, buffer).toArray(ValueLayout.JAVA_BYTE));
            }
        }
        return payloads;
    }

    static byte[] gzipped(byte[] bytes) {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return packed.toByteArray();
    }
}
