package dev.stoker.data.example;

import dev.stoker.core.io.ProtobufWriter;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Builds examples, feature after feature in the order given; the same calls give the same bytes. For one thread. */
public final class ExampleWriter {
    private final ProtobufWriter features = new ProtobufWriter();
    private final ProtobufWriter example = new ProtobufWriter();
    private final Set<String> names = new HashSet<>();

    public ExampleWriter int64(String name, long... values) {
        long length = Arrays.stream(values).map(ProtobufWriter::sizeOfVarint).sum();
        startPacked(name, FeatureKind.INT64, length);
        for (long value : values) {
            features.varint(value);
        }
        return this;
    }

    public ExampleWriter floats(String name, float... values) {
        startPacked(name, FeatureKind.FLOAT, (long) values.length * Float.BYTES);
        for (float value : values) {
            features.fixed32(value);
        }
        return this;
    }

    public ExampleWriter bytes(String name, byte[]... values) {
        return byteStrings(
                name, Arrays.stream(values).map(MemorySegment::ofArray).toList());
    }

    public ExampleWriter bytes(String name, MemorySegment value) {
        return byteStrings(name, List.of(value));
    }

    /** The example that was built; the next one starts empty. */
    public byte[] toBytes() {
        example.clear();
        example.message(ProtobufTag.FEATURES, features);
        features.clear();
        names.clear();
        return example.toBytes();
    }

    private ExampleWriter byteStrings(String name, List<MemorySegment> values) {
        long length = values.stream()
                .mapToLong(value -> ProtobufWriter.sizeOfDelimited(value.byteSize()))
                .sum();
        start(name, FeatureKind.BYTES, length);
        for (var value : values) {
            features.delimited(ProtobufTag.VALUES, value.byteSize());
            features.raw(value);
        }
        return this;
    }

    /** An empty list has no values field at all. */
    private void startPacked(String name, FeatureKind kind, long length) {
        start(name, kind, length == 0 ? 0 : ProtobufWriter.sizeOfDelimited(length));
        if (length > 0) {
            features.delimited(ProtobufTag.VALUES, length);
        }
    }

    /** Writes all that comes before the content of a list: the entry of the map, its key, the feature, the list. */
    private void start(String name, FeatureKind kind, long list) {
        if (!names.add(name)) {
            throw new IllegalArgumentException("feature %s was written already".formatted(name));
        }
        byte[] key = name.getBytes(StandardCharsets.UTF_8);
        long feature = ProtobufWriter.sizeOfDelimited(list);
        features.delimited(
                ProtobufTag.ENTRY,
                ProtobufWriter.sizeOfDelimited(key.length) + ProtobufWriter.sizeOfDelimited(feature));
        features.delimited(ProtobufTag.KEY, key.length);
        features.raw(MemorySegment.ofArray(key));
        features.delimited(ProtobufTag.VALUE, feature);
        features.delimited(kind.tag(), list);
    }
}
