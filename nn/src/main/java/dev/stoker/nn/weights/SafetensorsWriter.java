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
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes named tensors and metadata as a safetensors file: the length of a JSON header, the header, the bytes. */
public final class SafetensorsWriter {
    private static final int CHUNK = 64 << 20;

    private SafetensorsWriter() {}

    /** The file appears atomically; equal tensors and metadata give equal bytes. */
    public static void write(Path file, Map<String, Tensor> tensors, Map<String, String> metadata) {
        byte[] header = header(tensors, metadata);
        AtomicFile.write(file, channel -> {
            writeHeader(channel, header);
            for (var tensor : tensors.values()) {
                try (var _ = TensorScope.open("writing " + file.getFileName())) {
                    write(channel, tensor.toHost());
                }
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
        return new SafetensorsSnapshot(header, () -> data, memory::close);
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
        return new SafetensorsSnapshot(header(tensors, metadata), fetched, () -> {
            taken.close();
            memory.close();
        });
    }

    private static long bytes(Tensor tensor) {
        return tensor.elements() * tensor.type().bytes();
    }

    static void write(Path file, byte[] header, MemorySegment data) {
        AtomicFile.write(file, channel -> {
            writeHeader(channel, header);
            write(channel, data);
        });
    }

    private static void writeHeader(FileChannel channel, byte[] header) throws IOException {
        var length =
                ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, header.length);
        AtomicFile.writeFully(channel, length);
        AtomicFile.writeFully(channel, ByteBuffer.wrap(header));
    }

    private static void write(FileChannel channel, MemorySegment bytes) throws IOException {
        for (long from = 0; from < bytes.byteSize(); from += CHUNK) {
            long count = Math.min(CHUNK, bytes.byteSize() - from);
            AtomicFile.writeFully(channel, bytes.asSlice(from, count).asByteBuffer());
        }
    }

    private static byte[] header(Map<String, Tensor> tensors, Map<String, String> metadata) {
        var text = new StringWriter();
        try (var json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            writeMetadata(json, metadata);
            long offset = 0;
            for (var entry : tensors.entrySet()) {
                offset = writeEntry(json, entry.getKey(), entry.getValue(), offset);
            }
            json.writeEndObject();
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        return padded(bytes);
    }

    private static void writeMetadata(JsonGenerator json, Map<String, String> metadata) {
        if (metadata.isEmpty()) {
            return;
        }
        json.writeName(SafetensorsFile.METADATA);
        json.writeStartObject();
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
