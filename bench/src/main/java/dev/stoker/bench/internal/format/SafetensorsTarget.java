package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.Mutator;
import dev.stoker.bench.internal.mutation.SafetensorsMutator;
import dev.stoker.core.DataType;
import dev.stoker.nn.weights.SafetensorsFile;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.nn.weights.WeightFile;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Files of weights: tensors must have the bytes of the file and, where the file has checksums, the bytes that were written. */
final class SafetensorsTarget implements FuzzTarget {
    /** The metadata of files with checksums. */
    private static final String CHECKSUM = "crc32c";

    private static final long LARGEST_TENSOR = 1 << 20;

    private final ScratchFolder scratch;
    private final List<byte[]> corpus;

    SafetensorsTarget(ScratchFolder scratch) {
        this.scratch = scratch;
        corpus = List.of(
                file(Map.of("weight", new long[] {4, 3}, "bias", new long[] {4}), Map.of()),
                file(Map.of("a", new long[] {2, 2, 2}), Map.of("step", "12", "format", "pt")));
    }

    private byte[] file(Map<String, long[]> tensors, Map<String, String> metadata) {
        var all = new LinkedHashMap<String, Tensor>();
        try (var _ = TensorScope.open("corpus")) {
            for (String name : tensors.keySet().stream().sorted().toList()) {
                var sizes = tensors.getOrDefault(name, new long[0]);
                var values = new float[(int) Arrays.stream(sizes).reduce(1, (a, b) -> a * b)];
                for (int i = 0; i < values.length; i++) {
                    values[i] = i * 0.25f - 1;
                }
                all.put(name, Tensor.of(values, new Device.Cpu(), sizes));
            }
            Path file = scratch.path().resolve("written.safetensors");
            SafetensorsWriter.write(file, all, metadata);
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public List<byte[]> corpus() {
        return corpus;
    }

    @Override
    public Mutator mutator() {
        return new SafetensorsMutator().or(new ByteMutator());
    }

    @Override
    public void check(FuzzInput input) throws IOException {
        Path path = scratch.write("weights.safetensors", input.bytes());
        try (var file = WeightFile.open(path);
                var _ = TensorScope.open("fuzz")) {
            var tensors = new ArrayList<byte[]>();
            for (var each : file.tensors().entrySet()) {
                tensors.add(bytes(file, each.getKey(), each.getValue()));
            }
            if (file instanceof SafetensorsFile safetensors) {
                compare(tensors, input, safetensors.metadata().containsKey(CHECKSUM));
            }
        }
    }

    static byte[] bytes(WeightFile file, String name, WeightFile.TensorInfo info) {
        long elements = info.sizes().stream().reduce(1L, Math::multiplyExact);
        if (elements > LARGEST_TENSOR) {
            throw new WrongResultException("%s has %d elements, more than the file".formatted(name, elements));
        }
        var sizes = info.sizes().stream().mapToLong(Long::longValue).toArray();
        var target = Tensor.empty(info.type(), new Device.Cpu(), sizes);
        file.copy(name, target);
        return content(target, info.type());
    }

    private static byte[] content(Tensor tensor, DataType type) {
        long size = tensor.elements() * type.bytes();
        return size == 0
                ? new byte[0]
                : MemorySegment.ofAddress(tensor.address()).reinterpret(size).toArray(ValueLayout.JAVA_BYTE);
    }

    /** All tensors together must be the data of the file, in some order. */
    private static void compare(List<byte[]> tensors, FuzzInput input, boolean checked) {
        byte[] data = data(input.bytes());
        long read = tensors.stream().mapToLong(tensor -> tensor.length).sum();
        WrongResultException.require(
                read == data.length && histogram(tensors).equals(histogram(List.of(data))),
                "the tensors have other bytes than the file");
        WrongResultException.require(
                !checked || !hasChecksum(input.original()) || Arrays.equals(data, data(input.original())),
                "damaged data was accepted in spite of its checksum");
    }

    private static boolean hasChecksum(byte[] file) {
        return new String(file, StandardCharsets.ISO_8859_1).contains(CHECKSUM);
    }

    private static Map<Byte, Integer> histogram(List<byte[]> parts) {
        var counts = new LinkedHashMap<Byte, Integer>();
        for (byte[] part : parts) {
            for (byte each : part) {
                counts.merge(each, 1, Integer::sum);
            }
        }
        return counts;
    }

    private static byte[] data(byte[] file) {
        long header = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
        return Arrays.copyOfRange(file, (int) (Long.BYTES + header), file.length);
    }
}
