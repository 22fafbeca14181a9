package dev.stoker.nn.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.BatchMemoryAllocator;
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
import java.util.zip.CRC32C;
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
        var tensor = new CRC32C();
        tensor.update(bytes.array(), 8 + length, 24);
        var whole = new CRC32C();
        whole.update(header.replaceFirst("(crc32c_header\":\")[0-9a-f]{8}", "$100000000")
                .getBytes(StandardCharsets.UTF_8));
        assertThat(header.strip())
                .isEqualTo(
                        "{\"__metadata__\":{\"crc32c_header\":\"%08x\",\"crc32c\":\"%08x\",\"model\":\"test\"},\"m\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}}"
                                .formatted(whole.getValue(), tensor.getValue()));
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

    private static Map<String, Tensor> several() {
        var tensors = new LinkedHashMap<String, Tensor>();
        tensors.put("matrix", matrix());
        tensors.put("nothing", Tensor.zeros(DataType.FLOAT32, Device.CPU, 0));
        tensors.put("counter", Tensor.zeros(DataType.INT64, Device.CPU).addInPlace(41));
        return tensors;
    }

    private static void readAll(Path path) {
        try (var file = SafetensorsFile.open(path)) {
            file.copyInto(several());
        }
    }

    private static void verify(Path path) {
        try (var file = SafetensorsFile.open(path)) {
            file.verify();
        }
    }

    /** Length, header, its padding and data; each bit alone, and a random change of the byte. */
    @Test
    void everyChangeOfAByteIsNoticed() throws IOException {
        Path file = written(several());
        readAll(file);
        verify(file);
        byte[] good = Files.readAllBytes(file);
        var random = new Random(17);
        for (int at = 0; at < good.length; at++) {
            for (int bit = 0; bit <= Byte.SIZE; bit++) {
                byte[] bad = good.clone();
                bad[at] ^= (byte) (bit < Byte.SIZE ? 1 << bit : 1 + random.nextInt(255));
                Files.write(file, bad);
                String change = "byte %d of %d changed from %02x to %02x".formatted(at, good.length, good[at], bad[at]);
                assertThatThrownBy(() -> readAll(file)).as(change).isInstanceOf(DamagedFileException.class);
                assertThatThrownBy(() -> verify(file)).as(change).isInstanceOf(DamagedFileException.class);
            }
        }
    }

    @Test
    void aTensorThatFailsItsChecksumIsNamedWithItsPlace() throws IOException {
        Path file = written(several());
        byte[] bytes = Files.readAllBytes(file);
        int counter = bytes.length - Long.BYTES;
        bytes[counter + 3] ^= 16;
        Files.write(file, bytes);
        assertThatThrownBy(() -> readAll(file))
                .hasMessageMatching(
                        ".*model.safetensors is truncated or damaged: tensor counter, 8 bytes at byte %d, fails its checksum \\(stored [0-9a-f]{8}, computed [0-9a-f]{8}\\); fetch or save it again"
                                .formatted(counter));
    }

    @Test
    void aSnapshotAndAFileWrittenAtOnceAreEqual() throws IOException {
        Path file = written(several());
        Path later = folder.resolve("later.safetensors");
        try (var snapshot =
                SafetensorsWriter.snapshot(several(), Map.of("model", "test"), BatchMemoryAllocator.host())) {
            snapshot.write(later);
        }
        assertThat(later).hasSameBinaryContentAs(file);
    }

    /** A file with this metadata and a tensor of 8 bytes, whose header has a right checksum where it has one. */
    private Path foreign(String metadata) throws IOException {
        String tensor = "\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}";
        byte[] header = ("{\"__metadata__\":{" + metadata + "}," + tensor).getBytes(StandardCharsets.UTF_8);
        var checksum = new CRC32C();
        checksum.update(header);
        header = new String(header, StandardCharsets.UTF_8)
                .replace("00000000", "%08x".formatted(checksum.getValue()))
                .getBytes(StandardCharsets.UTF_8);
        Path file = folder.resolve("foreign.safetensors");
        var bytes = ByteBuffer.allocate(8 + header.length + 8).order(ByteOrder.LITTLE_ENDIAN);
        return Files.write(file, bytes.putLong(header.length).put(header).array());
    }

    @Test
    void aFileWithoutChecksumsIsRead() throws IOException {
        var target = Tensor.of(new float[] {1, 2}, Device.CPU, 2);
        try (var file = SafetensorsFile.open(foreign("\"format\":\"pt\""))) {
            file.verify();
            file.copyInto(Map.of("a", target));
            assertThat(file.metadata()).containsOnly(Map.entry("format", "pt"));
        }
        assertThat(target.toHost().toArray(ValueLayout.JAVA_FLOAT)).containsExactly(0, 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"crc32c_header\":\"00000000\"",
                "\"crc32c\":\"8c28b28a\"",
                "\"crc32c\":\"8c28b28a\",\"crc32c_header\":\"00000000\"",
                "\"crc32c_header\":\"00000000\",\"crc32c\":\"\"",
                "\"crc32c_header\":\"00000000\",\"crc32c\":\"8c28b28a,8c28b28a\"",
                "\"crc32c_header\":\"00000000\",\"crc32c\":\"8C28B28A\"",
                "\"crc32c_header\":\"00000000\",\"crc32c\":\"8c28b28\""
            })
    void checksumsThatAreNotOnePerTensorAreRefused(String metadata) throws IOException {
        Path file = foreign(metadata);
        assertThatThrownBy(() -> SafetensorsFile.open(file).close())
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("is not a checksum for each of its 1 tensors");
    }
}
