package dev.stoker.nn.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafetensorsTest {
    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private TensorScope scope;

    @BeforeEach
    void open() {
        scope = TensorScope.open("test");
    }

    @AfterEach
    void close() {
        scope.close();
    }

    private Path written(Map<String, Tensor> tensors) {
        Path file = folder.resolve("model.safetensors");
        SafetensorsWriter.write(file, tensors, Map.of("model", "test"));
        return file;
    }

    private static Tensor matrix() {
        return Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, Device.CPU, 2, 3);
    }

    @Test
    void tensorsAndMetadataSurviveARoundTrip() {
        var tensors = new LinkedHashMap<String, Tensor>();
        tensors.put("matrix", matrix());
        tensors.put(
                "channels.last",
                Tensor.of(new float[16], Device.CPU, 1, 4, 2, 2).channelsLast());
        tensors.put("counter", Tensor.zeros(DataType.INT64, Device.CPU).addInPlace(41));
        try (var file = SafetensorsFile.open(written(tensors))) {
            assertThat(file.metadata()).containsEntry("model", "test");
            assertThat(file.names()).containsExactly("matrix", "channels.last", "counter");
            var matrix = Tensor.zeros(DataType.FLOAT32, Device.CPU, 2, 3);
            var counter = Tensor.zeros(DataType.INT64, Device.CPU);
            file.copyInto(Map.of("matrix", matrix, "counter", counter));
            assertThat(matrix.toHost().toArray(ValueLayout.JAVA_FLOAT)).containsExactly(1, 2, 3, 4, 5, 6);
            assertThat(counter.value()).isEqualTo(41);
        }
    }

    /** The format by its published description, read without our reader. */
    @Test
    void theFileIsLengthThenJsonThenBytes() throws IOException {
        var bytes = ByteBuffer.wrap(Files.readAllBytes(written(Map.of("m", matrix()))))
                .order(ByteOrder.LITTLE_ENDIAN);
        int length = (int) bytes.getLong();
        assertThat(length % 8).isZero();
        String header = new String(bytes.array(), 8, length, StandardCharsets.UTF_8);
        assertThat(header.strip())
                .isEqualTo(
                        "{\"__metadata__\":{\"model\":\"test\"},\"m\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}}");
        assertThat(bytes.getFloat(8 + length + 20)).isEqualTo(6);
        assertThat(bytes.capacity()).isEqualTo(8 + length + 24);
    }

    @Test
    void weightsOfAnotherModelAreRefusedByName() {
        try (var file = SafetensorsFile.open(written(Map.of("m", matrix())))) {
            var other = Tensor.zeros(DataType.FLOAT32, Device.CPU, 3, 2);
            assertThatThrownBy(() -> file.copyInto(Map.of("m", other)))
                    .hasMessageContaining("tensor m is FLOAT32 [2, 3], expected FLOAT32 [3, 2]");
            assertThatThrownBy(() -> file.copyInto(Map.of("absent", other)))
                    .hasMessageContaining("has no tensor absent");
        }
    }

    private void refused(String header, String because) throws IOException {
        refused(header.getBytes(StandardCharsets.UTF_8), header.length(), because);
    }

    private void refused(byte[] header, long announced, String because) throws IOException {
        Path file = folder.resolve("hostile.safetensors");
        var bytes = ByteBuffer.allocate(8 + header.length + 16).order(ByteOrder.LITTLE_ENDIAN);
        Files.write(file, bytes.putLong(announced).put(header).array());
        assertThatThrownBy(() -> SafetensorsFile.open(file).close())
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(because);
    }

    @Test
    void inconsistentHeadersAreRefused() throws IOException {
        refused(new byte[2], Long.MAX_VALUE, "claims 9223372036854775807 bytes");
        refused(new byte[2], -1, "claims -1 bytes");
        refused(new byte[2], 15 << 20, "claims");
        refused("{\"a\":{\"shape\":" + "[".repeat(100_000), "where END_ARRAY was expected");
        refused("{\"a\":".repeat(100_000), "unknown field a");
        refused("not json at all", "not the JSON expected");
        refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,12]}}", "12 bytes");
        refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[16,0]}}", "data offsets");
        refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[4611686018427387904,4],\"data_offsets\":[0,16]}}", "sizes");
        refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[-4],\"data_offsets\":[0,16]}}", "negative");
        refused("{\"a\":{\"dtype\":\"C64\",\"shape\":[2],\"data_offsets\":[0,16]}}", "element type 'C64'");
        refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,16]}}", "starts at byte 8");
        refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", "need 8 bytes, the file holds 16");
        refused("{\"a\":{\"pickle\":\"x\"}}", "unknown field pickle");
        refused("{\"a\":{},\"a\":{}}", "");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 40})
    void aFileCutShortIsNamed(int missing) throws IOException {
        Path file = written(Map.of("m", matrix()));
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - missing));
        assertThatThrownBy(() -> SafetensorsFile.open(file).close()).hasMessageContaining(file.toString());
    }

    @Test
    void randomDamageIsAlwaysAClearError() throws IOException {
        Path file = written(Map.of("m", matrix()));
        byte[] good = Files.readAllBytes(file);
        var random = new Random(1);
        for (int round = 0; round < 2000; round++) {
            byte[] bad = good.clone();
            for (int i = 0; i <= round % 4; i++) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            Files.write(file, bad);
            try (var damaged = SafetensorsFile.open(file)) {
                damaged.copyInto(Map.of("m", matrix()));
            } catch (StokerException expected) {
                assertThat(expected).hasMessageContaining(file.toString());
            }
        }
    }
}
