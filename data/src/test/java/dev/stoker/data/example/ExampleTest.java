package dev.stoker.data.example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.data.record.Allocation;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExampleTest {
    private static final Feature LABEL = Feature.int64("label", 1);
    private static final Feature IMAGE = Feature.bytes("image", 1);

    private static byte[] text(String text) {
        return text.getBytes(UTF_8);
    }

    @Test
    void whatIsWrittenIsRead() {
        byte[] payload = new ExampleWriter()
                .int64("label", 7)
                .int64("numbers", Long.MIN_VALUE, -1, 0, 127, 128, Long.MAX_VALUE)
                .floats("box", 0.5f, -0.0f, Float.NaN, Float.NEGATIVE_INFINITY)
                .bytes("image", text("jpeg"))
                .bytes("größe", text("a"), text(""), text("ccc"))
                .toBytes();

        var row = ExampleRows.read(
                payload,
                IMAGE,
                LABEL,
                Feature.variableInt64("numbers"),
                Feature.floats("box", 4),
                Feature.variableBytes("größe"));

        assertThat(row.bytes(0, 0).mismatch(MemorySegment.ofArray(text("jpeg"))))
                .isEqualTo(-1);
        assertThat(row.int64(1, 0)).isEqualTo(7);
        assertThat(ExampleRows.int64s(row, 2)).containsExactly(Long.MIN_VALUE, -1, 0, 127, 128, Long.MAX_VALUE);
        assertThat(ExampleRows.floats(row, 3)).containsExactly(0.5f, -0.0f, Float.NaN, Float.NEGATIVE_INFINITY);
        assertThat(ExampleRows.strings(row, 4)).isDeepEqualTo(new byte[][] {text("a"), text(""), text("ccc")});
    }

    @Test
    void theBytesAreThoseOfTensorFlow() {
        Map<String, FeatureValues> values = new LinkedHashMap<>();
        values.put("zebra", FeatureValues.int64(3, -3, 1L << 40));
        values.put("ant", FeatureValues.floats(1.5f, 2));
        values.put("image", FeatureValues.bytes(new byte[300], text("b")));
        values.put("nothing", FeatureValues.int64());
        values.put("no floats", FeatureValues.floats());
        values.put("no strings", FeatureValues.bytes());
        values.put("", FeatureValues.int64(0));

        byte[] ours = new ExampleWriter()
                .int64("zebra", 3, -3, 1L << 40)
                .floats("ant", 1.5f, 2)
                .bytes("image", new byte[300], text("b"))
                .int64("nothing")
                .floats("no floats")
                .bytes("no strings")
                .int64("", 0)
                .toBytes();

        assertThat(ours).isEqualTo(TensorFlowExamples.encode(values));
    }

    @Test
    void tensorFlowReadsWhatIsWritten() throws IOException {
        byte[] payload = new ExampleWriter()
                .int64("label", -9)
                .bytes("image", MemorySegment.ofArray(new byte[] {1, 2, 3}))
                .toBytes();

        assertThat(TensorFlowExamples.decode(payload))
                .usingRecursiveComparison()
                .isEqualTo(
                        Map.of("label", FeatureValues.int64(-9), "image", FeatureValues.bytes(new byte[] {1, 2, 3})));
    }

    @Test
    void recordsOfTensorFlowAreRead() {
        Map<String, FeatureValues> values = new LinkedHashMap<>();
        values.put("a", FeatureValues.int64(5, -6, 1L << 62));
        values.put("b", FeatureValues.floats(0.25f));
        values.put("c", FeatureValues.bytes(text("x"), new byte[70_000]));
        values.put("d", FeatureValues.int64());
        Feature[] features = {
            Feature.variableBytes("c"), Feature.variableInt64("a"), Feature.variableInt64("d"), Feature.floats("b", 1)
        };

        var read = ExampleRows.read(
                TensorFlowExamples.encode(values),
                new ExampleReader(),
                new ExampleRow(ExampleSchema.of(features)),
                features);

        assertThat(read).usingRecursiveComparison().isEqualTo(values);
    }

    @Test
    void aWriterStartsAnewAfterEachExample() {
        var writer = new ExampleWriter();
        byte[] first = writer.int64("label", 1).toBytes();
        byte[] second = writer.int64("label", 2).toBytes();

        assertThat(ExampleRows.read(first, LABEL).int64(0, 0)).isEqualTo(1);
        assertThat(ExampleRows.read(second, LABEL).int64(0, 0)).isEqualTo(2);
        assertThat(writer.toBytes()).isEqualTo(TensorFlowExamples.encode(Map.of()));
    }

    @Test
    void aFeatureIsWrittenOnce() {
        var writer = new ExampleWriter().int64("label", 1);

        assertThatThrownBy(() -> writer.floats("label", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("label");
    }

    @Test
    void aRowIsReused() {
        var row = new ExampleRow(ExampleSchema.of(Feature.variableInt64("a"), Feature.variableBytes("b")));
        var reader = new ExampleReader();
        reader.read(
                ExampleRows.inNativeMemory(new ExampleWriter()
                        .int64("a", 1, 2, 3)
                        .bytes("b", text("x"))
                        .toBytes()),
                row);
        reader.read(ExampleRows.inNativeMemory(new ExampleWriter().int64("a", 9).toBytes()), row);

        assertThat(ExampleRows.int64s(row, 0)).containsExactly(9);
        assertThat(row.isPresent(1)).isFalse();
        assertThat(row.count(1)).isZero();
        assertThatThrownBy(() -> row.int64(0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> row.bytes(1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aPayloadMayBeOnTheHeap() {
        var row = new ExampleRow(ExampleSchema.of(LABEL));
        new ExampleReader()
                .read(
                        MemorySegment.ofArray(
                                new ExampleWriter().int64("label", 4).toBytes()),
                        row);

        assertThat(row.int64(0, 0)).isEqualTo(4);
    }

    @Test
    void defaultsReplaceMissingFeatures() {
        byte[] payload = new ExampleWriter().int64("other", 1).toBytes();

        var row = ExampleRows.read(
                payload,
                LABEL.withDefault(FeatureValues.int64(-1)),
                Feature.floats("box", 2).withDefault(FeatureValues.floats(0, 1)),
                Feature.bytes("text", 2).withDefault(FeatureValues.bytes(text("ab"), text("c"))),
                Feature.variableFloats("more"));

        assertThat(row.int64(0, 0)).isEqualTo(-1);
        assertThat(ExampleRows.floats(row, 1)).containsExactly(0, 1);
        assertThat(ExampleRows.strings(row, 2)).isDeepEqualTo(new byte[][] {text("ab"), text("c")});
        assertThat(row.count(3)).isZero();
        assertThat(row.isPresent(0)).isFalse();
    }

    @Test
    void aDefaultGivesWayToTheNextExampleThatHasTheFeature() {
        var row = new ExampleRow(ExampleSchema.of(LABEL.withDefault(FeatureValues.int64(-1))));
        var reader = new ExampleReader();
        List<Long> labels = new ArrayList<>();
        for (byte[] payload : List.of(
                new ExampleWriter().toBytes(),
                new ExampleWriter().int64("label", 5).toBytes(),
                new byte[0])) {
            reader.read(ExampleRows.inNativeMemory(payload), row);
            labels.add(row.int64(0, 0));
        }
        assertThat(labels).containsExactly(-1L, 5L, -1L);
    }

    @Test
    void aMissingFeatureIsNamedWithThoseThatAreThere() {
        byte[] payload = new ExampleWriter()
                .int64("image/label", 1)
                .bytes("image/encoded", text("x"))
                .toBytes();

        assertThatThrownBy(() -> ExampleRows.read(payload, Feature.int64("image/lable", 1)))
                .isInstanceOf(StokerException.class)
                .hasMessage("feature image/lable is missing; the example holds image/label, image/encoded;"
                        + " did you mean image/label?");
        assertThatThrownBy(() -> ExampleRows.read(new byte[0], LABEL))
                .hasMessage("feature label is missing; the example holds none");
    }

    @Test
    void aFeatureOfAnotherKindIsNamed() {
        byte[] payload = new ExampleWriter().floats("label", 1).toBytes();

        assertThatThrownBy(() -> ExampleRows.read(payload, LABEL))
                .isInstanceOf(StokerException.class)
                .hasMessage("feature label holds float values, the schema says int64; correct the schema");
        assertThatThrownBy(() -> ExampleRows.read(payload, Feature.variableBytes("label")))
                .hasMessageContaining("the schema says bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void aFeatureOfAnotherLengthIsNamed(int count) {
        byte[] payload = new ExampleWriter().int64("label", new long[count]).toBytes();

        assertThatThrownBy(() -> ExampleRows.read(payload, Feature.int64("label", 2)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("feature label holds %d values, the schema says 2".formatted(count));
    }

    @Test
    void readingAnotherKindThanDeclaredIsRefused() {
        var row = ExampleRows.read(new ExampleWriter().int64("label", 1).toBytes(), LABEL);

        assertThatThrownBy(() -> row.float32(0, 0))
                .hasMessage("feature label holds int64 values and cannot be read as float");
        assertThatThrownBy(() -> row.bytes(0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void readingAllocatesNothingThatGrowsWithTheExample() {
        var row = new ExampleRow(
                ExampleSchema.of(LABEL, IMAGE, Feature.variableInt64("numbers"), Feature.variableFloats("floats")));
        var payload = ExampleRows.inNativeMemory(new ExampleWriter()
                .int64("label", 3)
                .bytes("image", new byte[100_000])
                .int64("numbers", new long[1_000])
                .floats("floats", new float[1_000])
                .toBytes());
        var reader = new ExampleReader();
        reader.read(payload, row);

        long before = Allocation.ofThisThread();
        for (int i = 0; i < 1_000; i++) {
            reader.read(payload, row);
        }
        assertThat(Allocation.ofThisThread() - before).isLessThan(1_000 * 1_024);
    }
}
