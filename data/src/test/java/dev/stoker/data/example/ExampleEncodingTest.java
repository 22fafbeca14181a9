package dev.stoker.data.example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Encodings that TensorFlow's own writer does not produce but any reader of protocol buffers must understand. */
class ExampleEncodingTest {
    private static final Feature NUMBERS = Feature.variableInt64("n");
    private static final Feature FLOATS = Feature.variableFloats("n");

    private interface Fields {
        void write(CodedOutputStream output) throws IOException;
    }

    private static byte[] message(Fields fields) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var output = CodedOutputStream.newInstance(bytes);
        fields.write(output);
        output.flush();
        return bytes.toByteArray();
    }

    private static byte[] nested(int field, byte[] content) throws IOException {
        return message(output -> output.writeByteArray(field, content));
    }

    private static byte[] joined(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private static byte[] key(String name) throws IOException {
        return message(output -> output.writeString(1, name));
    }

    /** The value of an entry: a list of integers. */
    private static byte[] numbers(long... values) throws IOException {
        return TensorFlowExamples.feature(FeatureValues.int64(values)).toByteArray();
    }

    private static byte[] entry(String name, byte[] feature) throws IOException {
        return nested(1, joined(key(name), nested(2, feature)));
    }

    private static byte[] example(byte[]... entries) throws IOException {
        return nested(1, joined(entries));
    }

    private static long[] read(byte[] example) throws IOException {
        var row = ExampleRows.read(example, NUMBERS);
        var expected = TensorFlowExamples.decode(example).get("n");
        if (expected instanceof FeatureValues.Int64s(long[] values)) {
            assertThat(ExampleRows.int64s(row, 0)).as("TensorFlow's reading").containsExactly(values);
        }
        return ExampleRows.int64s(row, 0);
    }

    @Test
    void numbersThatAreNotPackedAreRead() throws IOException {
        byte[] list = message(output -> {
            output.writeInt64(1, 5);
            output.writeInt64(1, -5);
        });
        byte[] packed = message(output -> {
            output.writeTag(1, 2);
            output.writeUInt32NoTag(2);
            output.writeInt64NoTag(6);
            output.writeInt64NoTag(7);
        });

        assertThat(read(example(entry("n", nested(3, joined(list, packed, list))))))
                .containsExactly(5, -5, 6, 7, 5, -5);
    }

    @Test
    void floatsThatAreNotPackedAreRead() throws IOException {
        byte[] list = message(output -> {
            output.writeFloat(1, 0.5f);
            output.writeTag(1, 2);
            output.writeUInt32NoTag(8);
            output.writeFloatNoTag(1.5f);
            output.writeFloatNoTag(2.5f);
            output.writeFloat(1, 3.5f);
        });

        var row = ExampleRows.read(example(entry("n", nested(2, list))), FLOATS);

        assertThat(ExampleRows.floats(row, 0)).containsExactly(0.5f, 1.5f, 2.5f, 3.5f);
    }

    @Test
    void theKeyMayFollowTheValue() throws IOException {
        byte[] turned = nested(1, joined(nested(2, numbers(1, 2)), key("n")));

        assertThat(read(example(turned))).containsExactly(1, 2);
    }

    @Test
    void ofTwoEntriesTheLastWins() throws IOException {
        assertThat(read(example(entry("n", numbers(1, 2)), entry("x", numbers(9)), entry("n", numbers(3)))))
                .containsExactly(3);
    }

    @Test
    void aLaterEntryWithoutValuesWinsToo() throws IOException {
        var row = ExampleRows.read(example(entry("n", numbers(1, 2)), nested(1, key("n"))), NUMBERS);

        assertThat(row.isPresent(0)).isFalse();
        assertThat(row.count(0)).isZero();
    }

    @Test
    void valuesOfARepeatedEntryAreMerged() throws IOException {
        byte[] twice = nested(1, joined(key("n"), nested(2, numbers(1)), nested(2, numbers(2, 3))));

        assertThat(read(example(twice))).containsExactly(1, 2, 3);
    }

    /** As TensorFlow reads it in C++; its classes for Java remember the first list when the kind comes back. */
    @Test
    void aListOfAnotherKindTakesThePlaceOfTheFirst() throws IOException {
        byte[] floats = TensorFlowExamples.feature(FeatureValues.floats(0.5f)).toByteArray();

        var row = ExampleRows.read(example(entry("n", joined(numbers(1), floats, numbers(2)))), NUMBERS);
        assertThat(ExampleRows.int64s(row, 0)).containsExactly(2);
        assertThatThrownBy(() -> read(example(entry("n", joined(numbers(1), floats)))))
                .hasMessageContaining("feature n holds float values");
    }

    @Test
    void severalMapsAreOne() throws IOException {
        byte[] payload = joined(example(entry("n", numbers(1))), example(entry("m", numbers(2))));
        var row = ExampleRows.read(payload, NUMBERS, Feature.int64("m", 1));

        assertThat(row.int64(0, 0)).isEqualTo(1);
        assertThat(row.int64(1, 0)).isEqualTo(2);
    }

    @Test
    void unknownFieldsAreSkippedAtEveryLevel() throws IOException {
        byte[] unknown = message(output -> {
            output.writeInt64(15, -1);
            output.writeDouble(16, 1);
            output.writeFloat(2_000, 1);
            output.writeString(99, "x");
        });
        byte[] list = joined(unknown, message(output -> output.writeInt64(1, 8)), unknown);
        byte[] feature = joined(unknown, nested(3, list), unknown);
        byte[] entry = nested(1, joined(unknown, key("n"), unknown, nested(2, feature), unknown));

        assertThat(read(joined(unknown, nested(1, joined(unknown, entry, unknown)), unknown)))
                .containsExactly(8);
    }

    @Test
    void aFeatureWithoutAListIsMissing() throws IOException {
        byte[] payload = example(entry("n", new byte[0]));

        assertThat(ExampleRows.read(payload, NUMBERS).isPresent(0)).isFalse();
        assertThatThrownBy(() -> ExampleRows.read(payload, Feature.int64("n", 1)))
                .hasMessage("feature n has no list of values");
    }

    @Test
    void aNumberOfTenBytesKeepsItsLowBits() throws IOException {
        byte[] list = {8, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0x7f};

        assertThat(read(example(entry("n", nested(3, list))))).containsExactly(-1);
    }

    @Test
    void anUnterminatedVarintIsNamed() throws IOException {
        byte[] eleven = {8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1};
        assertThatThrownBy(() -> read(example(entry("n", nested(3, eleven)))))
                .isInstanceOf(MalformedExampleException.class)
                .hasMessage("feature n at byte 12 of the example: an unterminated varint;"
                        + " prepare the shards again, or skip corrupt records")
                .satisfies(failure -> assertThat(((MalformedExampleException) failure).position())
                        .isEqualTo(12));
        byte[] cut = {8, -1};
        assertThatThrownBy(() -> read(example(entry("n", nested(3, cut))))).hasMessageContaining("unterminated");
    }

    @ParameterizedTest
    @CsvSource({
        "'0a 05 0a', invalid data at byte 1 of the example: the length is 5 bytes, but 1 are left",
        "'0a ff ff ff ff ff ff ff ff ff 01', invalid data at byte 1 of the example: the length is 18446744073709551615"
                + " bytes",
        "'00', invalid data at byte 0 of the example: 0 is not a field tag",
        "'0b', invalid data at byte 1 of the example: encoding 3 is unknown",
        "'09 01', invalid data at byte 1 of the example: 8 bytes expected",
        "'ff ff ff ff ff 01', is not a field tag",
        "'0a 0b 0a 09 0a 01 6e 12 04 1a 09 08 01', feature n at byte 10 of the example: the length is 9 bytes",
        "'0a 0d 0a 0b 0a 01 6e 12 06 12 04 0a 02 08 01', feature n at byte 13 of the example: 2 bytes are not a list",
    })
    void corruptionIsNamedWithItsPlace(String hex, String message) {
        byte[] payload = HexFormat.ofDelimiter(" ").parseHex(hex);

        assertThatThrownBy(() -> ExampleRows.read(payload, hex.contains(" 12 04 0a") ? FLOATS : NUMBERS))
                .isInstanceOf(MalformedExampleException.class)
                .hasMessageContaining(message);
    }

    @Test
    void textIsNotAnExample() {
        assertThatThrownBy(() -> ExampleRows.read("hello, world".getBytes(UTF_8), NUMBERS))
                .isInstanceOf(MalformedExampleException.class);
    }
}
