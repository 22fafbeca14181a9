package dev.stoker.nn.weights;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.SnapshotBuffer;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes named tensors and metadata as a safetensors file: the length of a JSON header, the header, the bytes. Checksums of
 * all of it are in the metadata.
 */
public final class SafetensorsWriter {
    /** Small enough to be in the cache when it is written, after its checksum was computed. */
    private static final int CHUNK = 1 << 20;

    private SafetensorsWriter() {}

    /** The file appears atomically; equal tensors and metadata give equal bytes. */
    public static void write(Path file, Map<String, Tensor> tensors, Map<String, String> metadata) {
        byte[] header = header(tensors, metadata);
        write(file, header, List.copyOf(tensors.values()), (channel, tensor) -> {
            try (var _ = TensorScope.open("writing " + file.getFileName())) {
                return write(channel, tensor.toHost());
            }
        });
    }

    /** What {@link #write} would write now, kept in memory: the tensors may change before it is written. */
    public static SafetensorsSnapshot snapshot(
            Map<String, Tensor> tensors, Map<String, String> metadata, BatchMemoryAllocator memory) {
        byte[] header = header(tensors, metadata);
        long size =
                tensors.values().stream().mapToLong(SafetensorsWriter::bytes).sum();
        var data = memory.allocate(Math.max(1, size)).asSlice(0, size);
        long offset = 0;
        for (var tensor : tensors.values()) {
            tensor.copyTo(data.asSlice(offset, bytes(tensor)));
            offset += bytes(tensor);
        }
        return new SafetensorsSnapshot(header, sizes(tensors), () -> data, memory::close);
    }

    /** The same out of a copy of those tensors on the device, which the thread that writes the file copies to the host first. */
    public static SafetensorsSnapshot snapshot(
            Map<String, Tensor> tensors,
            Map<String, String> metadata,
            BatchMemoryAllocator memory,
            SnapshotBuffer.Snapshot taken) {
        Supplier<MemorySegment> fetched = () -> {
            try (taken) {
                return taken.fetch(memory);
            }
        };
        return new SafetensorsSnapshot(header(tensors, metadata), sizes(tensors), fetched, () -> {
            taken.close();
            memory.close();
        });
    }

    private static long bytes(Tensor tensor) {
        return tensor.elements() * tensor.type().bytes();
    }

    private static List<Long> sizes(Map<String, Tensor> tensors) {
        return tensors.values().stream().map(SafetensorsWriter::bytes).toList();
    }

    /** Tensors of these sizes, one after the other. */
    static void write(Path file, byte[] header, List<Long> sizes, MemorySegment data) {
        long[] offset = {0};
        write(file, header, sizes, (channel, size) -> {
            offset[0] += size;
            return write(channel, data.asSlice(offset[0] - size, size));
        });
    }

    /** Writes the content of a tensor and returns its checksum. */
    @FunctionalInterface
    private interface TensorWriter<T> {
        CRC32C write(FileChannel channel, T tensor) throws IOException;
    }

    /** Checksums are computed while tensors are written, so the header is written last, in the space left for it. */
    private static <T> void write(Path file, byte[] header, List<T> tensors, TensorWriter<T> writer) {
        AtomicFile.write(file, channel -> {
            channel.position(Long.BYTES + header.length);
            for (int i = 0; i < tensors.size(); i++) {
                SafetensorsChecksums.put(header, i, writer.write(channel, tensors.get(i)));
            }
            SafetensorsChecksums.seal(header);
            channel.position(0);
            AtomicFile.writeFully(
                    channel,
                    ByteBuffer.allocate(Long.BYTES)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putLong(0, header.length));
            AtomicFile.writeFully(channel, ByteBuffer.wrap(header));
        });
    }

    private static CRC32C write(FileChannel channel, MemorySegment bytes) throws IOException {
        var checksum = new CRC32C();
        for (long from = 0; from < bytes.byteSize(); from += CHUNK) {
            var piece = bytes.asSlice(from, Math.min(CHUNK, bytes.byteSize() - from))
                    .asByteBuffer();
            checksum.update(piece.duplicate());
            AtomicFile.writeFully(channel, piece);
        }
        return checksum;
    }

    private static byte[] header(Map<String, Tensor> tensors, Map<String, String> metadata) {
        var text = new StringWriter();
        try (var json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            writeMetadata(json, metadata, tensors.size());
            long offset = 0;
            for (var entry : tensors.entrySet()) {
                offset = writeEntry(json, entry.getKey(), entry.getValue(), offset);
            }
            json.writeEndObject();
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        return padded(bytes);
    }

    private static void writeMetadata(JsonGenerator json, Map<String, String> metadata, int tensors) {
        if (!Collections.disjoint(metadata.keySet(), SafetensorsChecksums.KEYS)) {
            throw new IllegalArgumentException("the keys %s are those of checksums, got %s"
                    .formatted(SafetensorsChecksums.KEYS, metadata.keySet()));
        }
        json.writeName(SafetensorsFile.METADATA);
        json.writeStartObject();
        SafetensorsChecksums.unknown(tensors).forEach(json::writeStringProperty);
        new TreeMap<>(metadata).forEach(json::writeStringProperty); // Map.of has another order in every process
        json.writeEndObject();
    }

    private static long writeEntry(JsonGenerator json, String name, Tensor tensor, long offset) {
        long end = offset + bytes(tensor);
        json.writeName(name);
        json.writeStartObject();
        json.writeStringProperty("dtype", tensor.type().code());
        long[] sizes = tensor.sizes();
        json.writeName("shape");
        json.writeArray(sizes, 0, sizes.length);
        json.writeName("data_offsets");
        json.writeArray(new long[] {offset, end}, 0, 2);
        json.writeEndObject();
        return end;
    }

    /** Spaces up to a multiple of eight, so that the data that follows is aligned. */
    private static byte[] padded(byte[] header) {
        var padded = Arrays.copyOf(header, (header.length + 7) / 8 * 8);
        Arrays.fill(padded, header.length, padded.length, (byte) ' ');
        return padded;
    }
}
