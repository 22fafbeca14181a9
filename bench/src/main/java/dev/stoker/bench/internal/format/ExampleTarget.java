package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.Mutator;
import dev.stoker.data.example.ExampleReader;
import dev.stoker.data.example.ExampleRow;
import dev.stoker.data.example.ExampleSchema;
import dev.stoker.data.example.ExampleWriter;
import dev.stoker.data.example.Feature;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Examples; what the reader accepts is compared with a plain reading of the message. */
final class ExampleTarget implements FuzzTarget {
    private static final ExampleSchema SCHEMA = ExampleSchema.of(
            Feature.bytes("image", 1),
            Feature.int64("label", 1),
            Feature.variableFloats("box"),
            Feature.variableInt64("ids"),
            Feature.variableBytes("texts"));

    private static final Set<String> NAMES =
            SCHEMA.features().stream().map(Feature::name).collect(Collectors.toUnmodifiableSet());

    private final ExampleReader reader = new ExampleReader();
    private final ExampleRow row = new ExampleRow(SCHEMA);

    @Override
    public List<byte[]> corpus() {
        return List.of(
                new ExampleWriter()
                        .bytes("image", new byte[] {1, 2, 3, 4, 5})
                        .int64("label", 7)
                        .toBytes(),
                new ExampleWriter()
                        .floats("box", 0.5f, -1, 2)
                        .int64("ids", 1, 300, -1, Long.MAX_VALUE)
                        .bytes("texts", new byte[] {9}, new byte[0], new byte[40])
                        .int64("label", 300)
                        .bytes("image", new byte[100])
                        .int64("other", 3)
                        .toBytes());
    }

    @Override
    public Mutator mutator() {
        return new ByteMutator();
    }

    @Override
    public void check(FuzzInput input) {
        try (var arena = Arena.ofConfined()) {
            reader.read(arena.allocateFrom(ValueLayout.JAVA_BYTE, input.bytes()), row);
            compare(plain(input.bytes()));
        }
    }

    private static Map<String, PlainExample.Values> plain(byte[] bytes) {
        try {
            return PlainExample.parse(bytes, NAMES);
        } catch (RuntimeException failure) {
            throw new WrongResultException("accepted, though it is no message: " + failure);
        }
    }

    private void compare(Map<String, PlainExample.Values> expected) {
        for (int i = 0; i < SCHEMA.features().size(); i++) {
            var feature = SCHEMA.features().get(i);
            var values = expected.getOrDefault(feature.name(), PlainExample.Values.NONE)
                    .values();
            int count = values.size();
            WrongResultException.require(
                    row.count(i) == count,
                    "feature %s has %d values, the message %d".formatted(feature.name(), row.count(i), count));
            for (int at = 0; at < count; at++) {
                Object wanted = values.get(at);
                boolean same = switch (feature.kind()) {
                    case BYTES ->
                        wanted instanceof byte[] bytes
                                && Arrays.equals(bytes, row.bytes(i, at).toArray(ValueLayout.JAVA_BYTE));
                    case FLOAT -> wanted.equals(row.float32(i, at));
                    case INT64 -> wanted.equals(row.int64(i, at));
                };
                WrongResultException.require(same, "feature %s has another value %d".formatted(feature.name(), at));
            }
        }
    }
}
