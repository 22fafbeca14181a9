package dev.stoker.nn.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.nn.weights.TorchSave.Described;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TorchFileTest {
    private static final Described MATRIX = Described.of("Float", "0", 2, 3);
    private static final byte[] SIX = TorchSave.floats(1, 2, 3, 4, 5, 6);

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

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("model.pth"), content);
    }

    private static TorchSave saved(Consumer<TorchSave.Pickle> content) {
        var save = new TorchSave();
        content.accept(save.pickle());
        save.pickle().end();
        return save.storage("0", SIX);
    }

    private static float[] values(WeightFile file, String name, long... sizes) {
        var target = Tensor.zeros(DataType.FLOAT32, Device.CPU, sizes);
        file.copy(name, target);
        return target.toHost().toArray(ValueLayout.JAVA_FLOAT);
    }

    private float[] matrix(TorchSave save) throws IOException {
        try (var file = WeightFile.open(file(save.bytes()))) {
            assertThat(file.tensors()).containsOnlyKeys("m");
            return values(file, "m", 2, 3);
        }
    }

    private void refused(TorchSave save, String... because) throws IOException {
        refused(save.bytes(), because);
    }

    private void refused(byte[] content, String... because) throws IOException {
        Path path = file(content);
        assertThatThrownBy(() -> WeightFile.open(path).close())
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(path.toString())
                .message()
                .contains(because);
    }

    @Test
    void aStateDictComesBack() throws IOException {
        assertThat(matrix(saved(pickle -> pickle.stateDict(Map.of("m", MATRIX)))))
                .containsExactly(1, 2, 3, 4, 5, 6);
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(TorchFileTest.class.getResource(name), name)
                .toURI());
    }

    /** Written by torch::pickle_save of libtorch 2.10. */
    @Test
    void aFileOfLibtorchItselfIsRead() throws URISyntaxException {
        try (var file = WeightFile.open(resource("libtorch.pt"))) {
            assertThat(file.tensors())
                    .containsOnlyKeys("conv.weight", "conv.bias", "bn.num_batches_tracked")
                    .containsEntry("conv.bias", new WeightFile.TensorInfo(DataType.FLOAT16, List.of(2L)));
            assertThat(values(file, "conv.weight", 3, 2)).containsExactly(1, 4, 2, 5, 3, 6);
            assertThat(values(file, "conv.bias", 2)).containsExactly(0.5f, -2);
            assertThat(values(file, "bn.num_batches_tracked")).containsExactly(77);
        }
    }

    /** Pickled by CPython, under the names and with the arguments that PyTorch gives. */
    @ParameterizedTest
    @ValueSource(strings = {"python-protocol-2.pth", "python-protocol-4.pth"})
    void filesThatPythonPickledAreRead(String name) throws URISyntaxException {
        try (var file = WeightFile.open(resource(name))) {
            assertThat(file.tensors().keySet())
                    .containsExactly("conv.weight", "conv.bias", "bn.num_batches_tracked", "head.weight");
            assertThat(values(file, "conv.weight", 3, 2)).containsExactly(1, 4, 2, 5, 3, 6);
            assertThat(values(file, "conv.bias", 2)).containsExactly(0.5f, -2);
            assertThat(values(file, "head.weight", 1, 3)).containsExactly(4, 5, 6);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"state_dict", "model_state_dict", "model"})
    void aStateDictInsideACheckpointIsFoundAndTheRestIgnored(String key) throws IOException {
        assertThat(matrix(saved(pickle -> pickle.raw('}', '(')
                        .text("epoch")
                        .whole(90)
                        .text("arch")
                        .text("resnet50")
                        .text("best")
                        .fraction(0.75)
                        .text("optimizer")
                        .raw('}', '(')
                        .text("state")
                        .raw('}')
                        .whole(0)
                        .tensor(Described.of("Float", "0", 6))
                        .raw('s')
                        .text("param_groups")
                        .raw(']', '(', 'N', 0x88, 'e', 'u')
                        .text(key)
                        .stateDict(Map.of("m", MATRIX))
                        .raw('u'))))
                .containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void prefixesOfDataParallelAndTorchCompileAreRemoved() throws IOException {
        assertThat(matrix(saved(pickle -> pickle.stateDict(Map.of("module._orig_mod.m", MATRIX)))))
                .hasSize(6);
        var mixed = new LinkedHashMap<String, Described>();
        mixed.put("module.a", MATRIX);
        mixed.put("b", MATRIX);
        try (var file =
                WeightFile.open(file(saved(pickle -> pickle.stateDict(mixed)).bytes()))) {
            assertThat(file.tensors()).containsOnlyKeys("module.a", "b");
        }
    }

    @Test
    void parametersAreTheirTensors() throws IOException {
        assertThat(matrix(saved(pickle -> pickle.raw('}')
                        .text("m")
                        .global("torch._utils", "_rebuild_parameter")
                        .raw('(')
                        .tensor(MATRIX)
                        .raw(0x88)
                        .orderedDictionary()
                        .raw('t', 'R', 's'))))
                .containsExactly(1, 2, 3, 4, 5, 6);
    }

    @ParameterizedTest
    @CsvSource({
        "Double, FLOAT64", "Float, FLOAT32", "Half, FLOAT16", "BFloat16, BFLOAT16", "Long, INT64",
        "Int, INT32", "Short, INT16", "Char, INT8", "Byte, UINT8", "Bool, BOOL"
    })
    void everyKindOfStorageIsReadAndConverted(String kind, DataType type) throws IOException {
        float[] values = {1, 0, 1, kind.startsWith("B") && !kind.startsWith("BF") ? 1 : -2};
        var save = saved(pickle -> pickle.stateDict(Map.of("t", Described.of(kind, "1", 4))));
        save.storage("1", encoded(kind, values));
        try (var file = WeightFile.open(file(save.bytes()))) {
            assertThat(file.tensors()).containsEntry("t", new WeightFile.TensorInfo(type, List.of(4L)));
            assertThat(values(file, "t", 4)).containsExactly(values);
        }
    }

    private static byte[] encoded(String kind, float... values) {
        var bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            switch (kind) {
                case "Double" -> bytes.putDouble(value);
                case "Float" -> bytes.putFloat(value);
                case "Half" -> bytes.putShort(Float.floatToFloat16(value));
                case "BFloat16" -> bytes.putShort((short) (Float.floatToIntBits(value) >> 16));
                case "Long" -> bytes.putLong((long) value);
                case "Int" -> bytes.putInt((int) value);
                case "Short" -> bytes.putShort((short) value);
                default -> bytes.put((byte) value);
            }
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    @Test
    void viewsOfOneStorageAreReadByOffsetAndStride() throws IOException {
        var views = new LinkedHashMap<String, Described>();
        views.put("transposed", new Described("Float", "0", 6, 0, new long[] {3, 2}, new long[] {1, 3}));
        views.put("second.row", new Described("Float", "0", 6, 3, new long[] {3}, new long[] {1}));
        views.put("every.other", new Described("Float", "0", 6, 1, new long[] {3}, new long[] {2}));
        views.put("expanded", new Described("Float", "0", 6, 5, new long[] {2, 2}, new long[] {0, 0}));
        views.put("scalar", new Described("Float", "0", 6, 2, new long[] {}, new long[] {}));
        views.put("empty", new Described("Float", "0", 6, 6, new long[] {0, 4}, new long[] {4, 1}));
        try (var file =
                WeightFile.open(file(saved(pickle -> pickle.stateDict(views)).bytes()))) {
            assertThat(file.tensors().keySet()).containsExactlyElementsOf(views.keySet());
            assertThat(values(file, "transposed", 3, 2)).containsExactly(1, 4, 2, 5, 3, 6);
            assertThat(values(file, "second.row", 3)).containsExactly(4, 5, 6);
            assertThat(values(file, "every.other", 3)).containsExactly(2, 4, 6);
            assertThat(values(file, "expanded", 2, 2)).containsExactly(6, 6, 6, 6);
            assertThat(values(file, "scalar")).containsExactly(3);
            assertThat(values(file, "empty", 0, 4)).isEmpty();
            assertThatThrownBy(() -> values(file, "scalar", 2)).hasMessageContaining("scalar is FLOAT32 []");
        }
    }

    @Test
    void anythingButATensorIsNamedWithItsPositionAndTheRemedy() throws IOException {
        refused(
                saved(pickle -> pickle.raw('}')
                        .text("best")
                        .global("numpy.core.multiarray", "scalar")
                        .raw(')', 'R', 's')),
                "'numpy.core.multiarray.scalar' at byte 12",
                "which is not a tensor; save a plain state_dict: torch.save(model.state_dict(), …)");
        refused(saved(pickle -> pickle.global("os", "system").text("true").raw(0x85, 'R')), "'os.system'");
        refused(saved(pickle -> pickle.global("builtins", "eval").text("1").raw(0x85, 'R')), "'builtins.eval'");
        refused(saved(pickle -> pickle.text("os").text("system").raw(0x93)), "'os.system'");
        refused(saved(pickle -> pickle.raw('i', 'o', 's', '\n')), "the instruction 0x69");
        refused(saved(pickle -> pickle.raw('}', 0x81)), "the instruction 0x81");
        refused(saved(pickle -> pickle.global("torch", "ComplexFloatStorage")), "'torch.ComplexFloatStorage'");
        refused(saved(pickle -> pickle.global("a\u001b[2J", "b")), "'a?[2J.b'");
    }

    @Test
    void picklesThatHoldNoStateDictAreRefusedWithTheirKeys() throws IOException {
        refused(saved(pickle -> pickle.raw('}').text("epoch").whole(3).raw('s')), "no state_dict", "its keys: epoch");
        refused(saved(pickle -> pickle.raw(']')), "it is no dictionary");
        refused(saved(pickle -> pickle.tensor(MATRIX)), "it is no dictionary");
    }

    @Test
    void tensorsThatReachBeyondTheirStorageAreRefused() throws IOException {
        for (var wrong : List.of(
                new Described("Float", "0", 6, 1, new long[] {2, 3}, new long[] {3, 1}),
                new Described("Float", "0", 6, -1, new long[] {2}, new long[] {1}),
                new Described("Float", "0", 6, 0, new long[] {2, 3}, new long[] {4, 1}),
                new Described("Float", "0", 6, Long.MAX_VALUE, new long[] {2}, new long[] {1}),
                new Described("Float", "0", 6, 0, new long[] {1L << 62, 4}, new long[] {0, 1L << 62}))) {
            refused(saved(pickle -> pickle.stateDict(Map.of("m", wrong))), "beyond its storage of 6 elements");
        }
        refused(
                saved(pickle -> pickle.stateDict(
                        Map.of("m", new Described("Float", "0", 6, 0, new long[] {-2, -3}, new long[] {3, 1})))),
                "negative");
        refused(
                saved(pickle -> pickle.stateDict(
                        Map.of("m", new Described("Float", "0", 6, 0, new long[] {2}, new long[] {})))),
                "other strides than sizes");
        refused(
                saved(pickle -> pickle.stateDict(Map.of("m", Described.of("Float", "0", 1, 1, 1, 1, 1, 1, 1, 1, 6)))),
                "9 dimensions");
    }

    @Test
    void storagesThatAreMissingOrTooShortAreRefused() throws IOException {
        refused(
                saved(pickle -> pickle.stateDict(Map.of("m", Described.of("Float", "7", 2, 3)))),
                "tensor m needs a storage of 24 bytes (model/data/7), the file holds 0");
        refused(saved(pickle -> pickle.stateDict(Map.of("m", Described.of("Double", "0", 2, 3)))), "48 bytes");
        refused(
                saved(pickle -> pickle.stateDict(Map.of("m", Described.of("Double", "0", 1L << 61)))),
                "tensor m needs a storage of");
    }

    @Test
    void damageInAStorageIsFoundByItsChecksum() throws IOException {
        byte[] content = saved(pickle -> pickle.stateDict(Map.of("m", MATRIX))).bytes();
        int at = new String(content, StandardCharsets.ISO_8859_1).indexOf(new String(SIX, StandardCharsets.ISO_8859_1));
        content[at + 5] ^= 1;
        try (var file = WeightFile.open(file(content))) {
            assertThatThrownBy(() -> values(file, "m", 2, 3)).hasMessageContaining("model/data/0 fails its checksum");
        }
    }

    @Test
    void otherFormatsAreNamedWithTheRemedy() throws IOException {
        byte[] legacy = {(byte) 0x80, 2, (byte) 0x8a, 10, 'l', (byte) 0xfc, (byte) 0x9c, 'F'};
        refused(legacy, "before version 1.6", "torch.save(torch.load('model.pth', weights_only=True), …)");
        var good = saved(pickle -> pickle.stateDict(Map.of("m", MATRIX)));
        refused(good.member("byteorder", "big".getBytes(StandardCharsets.UTF_8)), "byte order 'big'");
        refused(saved(pickle -> pickle.raw('}')).member("constants.pkl", new byte[1]), "TorchScript");
        refused(saved(pickle -> pickle.stateDict(Map.of("m", MATRIX))).compressed(), "compressed");
        refused(new byte[] {'P', 'K', 3, 4, 0, 0, 0, 0}, "the end of its directory is missing");
        refused(new byte[] {'P'}, "truncated");
    }

    @Test
    void aFileTruncatedAnywhereIsRefused() throws IOException {
        byte[] good = saved(pickle -> pickle.stateDict(Map.of("m", MATRIX))).bytes();
        for (int length = 0; length < good.length; length++) {
            refused(Arrays.copyOf(good, length), "truncated");
        }
    }

    @Test
    void picklesThatExpandOrContainThemselvesAreBounded() throws IOException {
        refused(saved(pickle -> pickle.raw(']', 'q', 0, 'h', 0, 'a')), "it is no dictionary");
        refused(saved(pickle -> pickle.raw('}', 'q', 0).text("model").raw('h', 0, 's')), "no state_dict");
        refused(saved(pickle -> pickle.raw("(".repeat(200_000).chars().toArray())), "more than 100000 values at once");
        var many = new int[9_000_000];
        for (int i = 0; i < many.length; i += 2) {
            many[i] = ']';
            many[i + 1] = i == 0 ? ']' : 'a';
        }
        refused(saved(pickle -> pickle.raw(many)), "more than 2000000 values");
        refused(saved(pickle -> pickle.raw(']').raw(repeated(5000, 0x94))), "more places than values");
        var deep = saved(pickle -> pickle.stateDict(Map.of("module.".repeat(1_000_000) + "m", MATRIX)));
        try (var file = WeightFile.open(file(deep.bytes()))) {
            assertThat(file.tensors()).hasSize(1);
        }
        refused(saved(pickle -> pickle.text("x").raw(new int[17 << 20])), "more than 16777216 bytes");
    }

    private static int[] repeated(int count, int code) {
        var codes = new int[count];
        Arrays.fill(codes, code);
        return codes;
    }

    /** The directory of an archive beyond 4 GiB: sizes and offsets in 64 bits, the old fields with all bits set. */
    @Test
    void archivesWithA64BitDirectoryAreRead() throws IOException {
        byte[] small = saved(pickle -> pickle.stateDict(Map.of("m", MATRIX))).bytes();
        var old = ByteBuffer.wrap(small).order(ByteOrder.LITTLE_ENDIAN);
        int end = small.length - 22;
        int count = old.getShort(end + 10);
        int start = old.getInt(end + 16);
        var large = ByteBuffer.allocate(small.length + 28 * count + 56 + 20).order(ByteOrder.LITTLE_ENDIAN);
        large.put(small, 0, start);
        for (int at = start, i = 0; i < count; i++) {
            at = copyWide(old, at, large);
        }
        int size = large.position() - start;
        int end64 = large.position();
        large.putInt(0x06064b50)
                .putLong(44)
                .putShort((short) 45)
                .putShort((short) 45)
                .putInt(0)
                .putInt(0);
        large.putLong(count).putLong(count).putLong(size).putLong(start);
        large.putInt(0x07064b50).putInt(0).putLong(end64).putInt(1);
        large.putInt(0x06054b50).putInt(0).putInt(-1).putInt(-1).putInt(-1).putShort((short) 0);
        try (var file = WeightFile.open(file(Arrays.copyOf(large.array(), large.position())))) {
            assertThat(values(file, "m", 2, 3)).containsExactly(1, 2, 3, 4, 5, 6);
        }
        large.putLong(end64 + 48, Long.MAX_VALUE);
        refused(Arrays.copyOf(large.array(), large.position()), "its directory claims");
        large.putLong(end64 + 76 - 20 + 8, -5);
        refused(Arrays.copyOf(large.array(), large.position()), "truncated");
    }

    private static int copyWide(ByteBuffer old, int at, ByteBuffer large) {
        int name = old.getShort(at + 28);
        int next = at + 46 + name + old.getShort(at + 30) + old.getShort(at + 32);
        int header = large.position();
        large.put(old.slice(at, 46 + name));
        large.putInt(header + 20, -1).putInt(header + 24, -1).putInt(header + 42, -1);
        large.putShort(header + 30, (short) 28).putShort(header + 32, (short) 0);
        large.putShort((short) 1).putShort((short) 24);
        large.putLong(old.getInt(at + 24)).putLong(old.getInt(at + 20)).putLong(old.getInt(at + 42));
        return next;
    }

    private static TorchSave rich() {
        var tensors = new LinkedHashMap<String, Described>();
        tensors.put("module.conv1.weight", MATRIX);
        tensors.put("module.conv1.bias", new Described("Float", "0", 6, 1, new long[] {2}, new long[] {3}));
        tensors.put("module.bn1.num_batches_tracked", Described.of("Long", "1"));
        return saved(pickle -> pickle.raw('}', '(')
                        .text("epoch")
                        .whole(12)
                        .text("state_dict")
                        .stateDict(tensors)
                        .raw('u'))
                .storage("1", new byte[] {9, 0, 0, 0, 0, 0, 0, 0});
    }

    private static void damage(byte[] content, Random random, int round) {
        for (int i = 0; i <= round % 4; i++) {
            int at = random.nextInt(content.length);
            content[at] = round % 3 == 0 ? (byte) (content[at] ^ (1 << random.nextInt(8))) : (byte) random.nextInt(256);
        }
    }

    /** Checksums cover what is read, so a damaged file that still opens must give exactly the values that were saved. */
    @Test
    void randomDamageToTheFileIsAClearErrorOrChangesNothing() throws IOException {
        byte[] good = rich().bytes();
        var random = new Random(1);
        int survived = 0;
        for (int round = 0; round < 5000; round++) {
            byte[] bad = good.clone();
            damage(bad, random, round);
            try (var file = WeightFile.open(file(bad))) {
                assertThat(values(file, "conv1.weight", 2, 3)).containsExactly(1, 2, 3, 4, 5, 6);
                assertThat(values(file, "conv1.bias", 2)).containsExactly(2, 5);
                assertThat(values(file, "bn1.num_batches_tracked")).containsExactly(9);
                survived++;
            } catch (StokerException expected) {
                assertThat(expected).hasMessageContaining("model.pth");
            }
        }
        assertThat(survived).isBetween(1, 4000);
    }

    /** The checksum of the damaged pickle is right, so that its reader sees the damage. */
    @Test
    void randomDamageToThePickleIsAlwaysAClearError() throws IOException {
        var save = rich();
        byte[] good = save.pickle().bytes.toByteArray();
        var random = new Random(2);
        int survived = 0;
        for (int round = 0; round < 5000; round++) {
            byte[] bad = good.clone();
            damage(bad, random, round);
            try (var file = WeightFile.open(file(save.zip(bad)))) {
                survived++;
                file.tensors().forEach((name, stored) -> {
                    long[] sizes =
                            stored.sizes().stream().mapToLong(Long::longValue).toArray();
                    long elements = Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
                    if (elements < 10_000) {
                        assertThat(values(file, name, sizes)).hasSize((int) elements);
                    }
                });
            } catch (StokerException expected) {
                assertThat(expected).hasMessageContaining("model.pth");
            }
        }
        assertThat(survived).isBetween(1, 4000);
    }
}
