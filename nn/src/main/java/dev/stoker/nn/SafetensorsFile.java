package dev.stoker.nn;

import dev.stoker.core.ElementType;
import dev.stoker.core.StokerException;
import dev.stoker.core.WholeFile;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/** Reads a safetensors file that nobody vouches for: everything its header claims is checked before it is used. */
public final class SafetensorsFile implements AutoCloseable {
    static final String METADATA = "__metadata__";

    private static final long LARGEST_HEADER = 16 << 20;
    private static final int CHUNK = 64 << 20;

    /** What the header says of one tensor; offsets count from the end of the header. */
    record Entry(ElementType type, long[] sizes, long begin, long end) {}

    private final Path path;
    private final FileChannel channel;
    private final long dataStart;
    private final SafetensorsHeader header;

    private SafetensorsFile(Path path, FileChannel channel, long dataStart, SafetensorsHeader header) {
        this.path = path;
        this.channel = channel;
        this.dataStart = dataStart;
        this.header = header;
    }

    public static SafetensorsFile open(Path path) {
        try {
            var channel = FileChannel.open(path, StandardOpenOption.READ);
            try {
                return read(path, channel);
            } catch (IOException | RuntimeException failure) {
                channel.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(path, WholeFile.reason(failure)), failure);
        }
    }

    private static SafetensorsFile read(Path path, FileChannel channel) throws IOException {
        long size = channel.size();
        var prefix = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        fill(channel, prefix, 0, path);
        long length = prefix.getLong(0);
        if (length < 2 || length > LARGEST_HEADER || length > size - Long.BYTES) {
            throw new StokerException(
                    "%s is no safetensors file: its header claims %d bytes, the file has %d and at most %d are accepted"
                            .formatted(path, length, size, LARGEST_HEADER));
        }
        var text = ByteBuffer.allocate((int) length);
        fill(channel, text, Long.BYTES, path);
        long dataStart = Long.BYTES + length;
        return new SafetensorsFile(
                path, channel, dataStart, SafetensorsHeader.parse(path, text.array(), size - dataStart));
    }

    public Map<String, String> metadata() {
        return header.metadata();
    }

    public Set<String> names() {
        return Collections.unmodifiableSet(header.entries().keySet());
    }

    /** Copies the tensors of these names into the targets; names, types and sizes must all agree. */
    public void copyInto(Map<String, Tensor> targets) {
        try (var _ = Gradients.off()) {
            targets.forEach(this::copyInto);
        }
    }

    private void copyInto(String name, Tensor target) {
        var entry = header.entries().get(name);
        if (entry == null) {
            throw new StokerException("%s has no tensor %s: it belongs to another model".formatted(path, name));
        }
        if (entry.type != target.type() || !Arrays.equals(entry.sizes, target.sizes())) {
            throw new StokerException("%s: tensor %s is %s %s, expected %s %s: it belongs to another model"
                    .formatted(
                            path,
                            name,
                            entry.type,
                            Arrays.toString(entry.sizes),
                            target.type(),
                            Arrays.toString(target.sizes())));
        }
        try (var arena = Arena.ofConfined();
                var _ = TensorScope.open("reading " + path.getFileName())) {
            var bytes = arena.allocate(Math.max(1, entry.end - entry.begin), 64);
            fill(bytes.asSlice(0, entry.end - entry.begin), entry.begin);
            target.copyFrom(Tensor.view(bytes, entry.type, entry.sizes));
        }
    }

    private void fill(MemorySegment bytes, long offset) {
        try {
            for (long from = 0; from < bytes.byteSize(); from += CHUNK) {
                long count = Math.min(CHUNK, bytes.byteSize() - from);
                fill(channel, bytes.asSlice(from, count).asByteBuffer(), dataStart + offset + from, path);
            }
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(path, WholeFile.reason(failure)), failure);
        }
    }

    private static void fill(FileChannel channel, ByteBuffer buffer, long position, Path path) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new StokerException("%s is cut short: it ends at byte %d".formatted(path, channel.size()));
            }
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new StokerException("cannot close %s (%s)".formatted(path, WholeFile.reason(failure)), failure);
        }
    }
}
