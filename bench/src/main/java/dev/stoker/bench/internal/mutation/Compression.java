package dev.stoker.bench.internal.mutation;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;

/** Compresses and unpacks arrays; unpacking gives what could be unpacked before an error. */
public final class Compression {
    private static final int MOST_UNPACKED = 1 << 20;

    private Compression() {}

    private interface Packing {
        OutputStream over(OutputStream out) throws IOException;
    }

    private interface Unpacking {
        InputStream over(InputStream in) throws IOException;
    }

    public static byte[] gzip(byte[] bytes) {
        return packed(bytes, GZIPOutputStream::new);
    }

    static byte[] zlib(byte[] bytes) {
        return packed(bytes, DeflaterOutputStream::new);
    }

    static byte[] gunzip(byte[] bytes) {
        return unpacked(bytes, GZIPInputStream::new);
    }

    static byte[] inflated(byte[] bytes) {
        return unpacked(bytes, InflaterInputStream::new);
    }

    private static byte[] packed(byte[] bytes, Packing packing) {
        var result = new ByteArrayOutputStream();
        try (var out = packing.over(result)) {
            out.write(bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return result.toByteArray();
    }

    private static byte[] unpacked(byte[] bytes, Unpacking unpacking) {
        var result = new ByteArrayOutputStream();
        try (var in = unpacking.over(new ByteArrayInputStream(bytes))) {
            for (int next = in.read(); next >= 0 && result.size() < MOST_UNPACKED; next = in.read()) {
                result.write(next);
            }
        } catch (IOException _) {
            // The rest is damaged.
        }
        return result.toByteArray();
    }
}
