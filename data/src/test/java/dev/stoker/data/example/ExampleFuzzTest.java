package dev.stoker.data.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.record.Allocation;
import dev.stoker.data.record.Mutation;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random and corrupt examples, compared with TensorFlow's own classes. */
@Timeout(120)
class ExampleFuzzTest {
    private static final int ROUNDS = 20_000;
    private static final long MOST_ALLOCATED = 1 << 20;
    private static final Feature[] FEATURES = {
        Feature.variableInt64("label"),
        Feature.variableFloats("box"),
        Feature.variableBytes("image"),
        Feature.variableInt64("n"),
    };

    private final ExampleReader reader = new ExampleReader();
    private final ExampleRow row = new ExampleRow(ExampleSchema.of(FEATURES));

    private static Map<String, FeatureValues> anything(SeededRandom random) {
        Map<String, FeatureValues> values = new LinkedHashMap<>();
        for (Feature feature : FEATURES) {
            if (random.nextInt(4) > 0) {
                values.put(feature.name(), anyValues(feature.kind(), random));
            }
            if (random.nextInt(4) == 0) {
                values.put("other" + random.nextInt(10), anyValues(feature.kind(), random));
            }
        }
        return values;
    }

    private static FeatureValues anyValues(FeatureKind kind, SeededRandom random) {
        int count = random.nextInt(6);
        return switch (kind) {
            case INT64 -> {
                var numbers = new long[count];
                for (int i = 0; i < count; i++) {
                    numbers[i] = random.nextLong() >> random.nextInt(64);
                }
                yield FeatureValues.int64(numbers);
            }
            case FLOAT -> {
                var numbers = new float[count];
                for (int i = 0; i < count; i++) {
                    numbers[i] = (float) random.nextGaussian();
                }
                yield FeatureValues.floats(numbers);
            }
            case BYTES -> {
                var strings = new byte[count][];
                for (int i = 0; i < count; i++) {
                    strings[i] = new byte[random.nextInt(200)];
                }
                yield FeatureValues.bytes(strings);
            }
        };
    }

    @Test
    void randomExamplesAreReadAsTensorFlowWroteThem() {
        var random = new SeededRandom(new Seed(21));
        for (int i = 0; i < 1_000; i++) {
            var values = anything(random);
            var read = ExampleRows.read(TensorFlowExamples.encode(values), reader, row, FEATURES);
            values.keySet().removeIf(name -> name.startsWith("other"));
            assertThat(read).usingRecursiveComparison().isEqualTo(values);
        }
    }

    @Test
    void corruptExamplesAreReadAsTensorFlowReadsThemOrNotAtAll() {
        var random = new SeededRandom(new Seed(22));
        int compared = 0;
        int refused = 0;
        for (int i = 0; i < ROUNDS; i++) {
            byte[] damaged = Mutation.of(TensorFlowExamples.encode(fullyPopulated(random)), random);
            long before = Allocation.ofThisThread();
            var ours = read(damaged);
            assertThat(Allocation.ofThisThread() - before).isLessThan(MOST_ALLOCATED);
            var theirs = readByTensorFlow(damaged);
            refused += ours.isEmpty() ? 1 : 0;
            if (ours.isPresent() && theirs.isPresent()) {
                assertThat(describe(ours.get())).isEqualTo(describe(theirs.get()));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(ROUNDS / 5);
        assertThat(refused).isGreaterThan(ROUNDS / 5);
    }

    private static Map<String, FeatureValues> fullyPopulated(SeededRandom random) {
        var values = anything(random);
        values.put("n", FeatureValues.int64(random.nextLong()));
        return values;
    }

    private Optional<Map<String, FeatureValues>> read(byte[] payload) {
        try {
            return Optional.of(ExampleRows.read(payload, reader, row, FEATURES));
        } catch (StokerException failure) {
            assertThat(failure).hasMessageMatching("(?s)(feature .*|invalid data) .*");
            return Optional.empty();
        }
    }

    private static Optional<Map<String, FeatureValues>> readByTensorFlow(byte[] payload) {
        try {
            var values = TensorFlowExamples.decode(payload);
            values.keySet().retainAll(Arrays.stream(FEATURES).map(Feature::name).toList());
            return Optional.of(values);
        } catch (IOException | RuntimeException _) {
            // Lengths that overflow give an index error in protobuf's own reader (3.21.9, small buffer).
            return Optional.empty();
        }
    }

    /** As text: recursive comparison of 20,000 maps would take longer than the rest of the test. */
    private static Map<String, String> describe(Map<String, FeatureValues> values) {
        Map<String, String> texts = new TreeMap<>();
        values.forEach((name, each) -> texts.put(
                name,
                switch (each) {
                    case FeatureValues.Int64s(long[] numbers) -> Arrays.toString(numbers);
                    case FeatureValues.Floats(float[] numbers) -> Arrays.toString(numbers);
                    case FeatureValues.ByteStrings(byte[][] strings) -> Arrays.deepToString(strings);
                }));
        return texts;
    }
}
