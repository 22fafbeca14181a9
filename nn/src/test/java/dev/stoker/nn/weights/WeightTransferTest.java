package dev.stoker.nn.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.Model;
import dev.stoker.nn.WeightNamePatterns;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.weights.TorchSave.Described;
import dev.stoker.nn.weights.WeightTransfer.Selection;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WeightTransferTest {
    private static final Model TEN = ModelZoo.model("cnn", new Shape(8, 8, 1), 10);
    private static final Model FOUR = ModelZoo.model("cnn", new Shape(8, 8, 1), 4);

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

    private static Weights weights(Model model, int seed) {
        return Weights.initial(model, new Seed(seed), Device.CPU);
    }

    private Path written(Map<String, Tensor> tensors) {
        Path file = folder.resolve("weights.safetensors");
        SafetensorsWriter.write(file, tensors, Map.of());
        return file;
    }

    private static WeightTransfer transfer(Model model, Path file, Selection selection, Weights into) {
        try (var open = WeightFile.open(file)) {
            var transfer = WeightTransfer.of(model, open, selection);
            transfer.copyInto(into);
            return transfer;
        }
    }

    private static Selection only(String patterns) {
        return new Selection(WeightNamePatterns.parse(patterns), false);
    }

    private static byte[] bytes(Weights weights, String name) {
        return Objects.requireNonNull(weights.all().get(name), name).toHost().toArray(ValueLayout.JAVA_BYTE);
    }

    private static void assertSame(Weights one, Weights other, String name) {
        assertThat(bytes(one, name)).as(name).isEqualTo(bytes(other, name));
    }

    @Test
    void allWeightsAreTransferredAndStayTrainable() {
        var source = weights(TEN, 1);
        var target = weights(TEN, 2);
        var transfer = transfer(TEN, written(source.all()), Selection.ALL, target);
        source.all().keySet().forEach(name -> assertSame(source, target, name));
        assertThat(transfer.copied()).containsExactlyElementsOf(source.all().keySet());
        assertThat(transfer.reinitialized()).isEmpty();
        assertThat(transfer.summary()).startsWith("16 of 16 tensors from ").endsWith("weights.safetensors");
        assertThat(target.parameters().values()).allMatch(Tensor::requiresGradient);
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT64"})
    void otherFloatingPointTypesBecomeFloat32(DataType type) {
        var source = weights(TEN, 1);
        var converted = new LinkedHashMap<String, Tensor>(source.all());
        converted.replaceAll((_, tensor) -> tensor.type().isFloating() ? tensor.to(type, Device.CPU) : tensor);
        var target = weights(TEN, 2);
        transfer(TEN, written(converted), Selection.ALL, target);
        source.all().forEach((name, tensor) -> {
            float[] expected = tensor.toFloat().toHost().toArray(ValueLayout.JAVA_FLOAT);
            float[] got = Objects.requireNonNull(target.all().get(name))
                    .toFloat()
                    .toHost()
                    .toArray(ValueLayout.JAVA_FLOAT);
            for (int i = 0; i < got.length; i++) {
                assertThat(got[i]).isCloseTo(expected[i], org.assertj.core.data.Offset.offset(0.01f));
            }
        });
        assertThat(target.all())
                .allSatisfy((name, tensor) -> assertThat(tensor.type())
                        .isEqualTo(name.endsWith("tracked") ? DataType.INT64 : DataType.FLOAT32));
    }

    @Test
    void aStateDictOfPyTorchIsTransferredIntoAModel() throws IOException {
        var model = new Model(
                "tiny",
                new Shape(1, 2, 1),
                2,
                Layer.Sequential.of(
                        Layer.named("flatten", new Layer.Flatten()), Layer.named("fc", new Layer.Linear(2, 2))));
        var save = new TorchSave();
        var tensors = new LinkedHashMap<String, Described>();
        tensors.put("module.fc.weight", new Described("Float", "0", 6, 0, new long[] {2, 2}, new long[] {1, 2}));
        tensors.put("module.fc.bias", new Described("Float", "0", 6, 4, new long[] {2}, new long[] {1}));
        save.pickle().stateDict(tensors).end();
        var file = save.storage("0", TorchSave.floats(1, 2, 3, 4, 5, 6)).write(folder.resolve("tiny.pth"));
        var target = weights(model, 1);
        transfer(model, file, Selection.ALL, target);
        assertThat(bytes(target, "fc.weight")).isEqualTo(TorchSave.floats(1, 3, 2, 4));
        assertThat(bytes(target, "fc.bias")).isEqualTo(TorchSave.floats(5, 6));
    }

    private void refused(Model model, Map<String, Tensor> tensors, Selection selection, String... because) {
        var target = weights(model, 2);
        var before = bytes(target, "features.0.weight");
        assertThatThrownBy(() -> transfer(model, written(tensors), selection, target))
                .isInstanceOf(StokerException.class)
                .message()
                .contains(because);
        assertThat(bytes(target, "features.0.weight")).isEqualTo(before);
    }

    @Test
    void differencesAreListedOnBothSidesAndNothingIsCopied() {
        var tensors = new LinkedHashMap<String, Tensor>(weights(TEN, 1).all());
        tensors.put("extra.weight", Tensor.zeros(DataType.FLOAT32, Device.CPU, 1));
        tensors.remove("classifier.0.bias");
        tensors.put("features.1.bias", Tensor.zeros(DataType.FLOAT32, Device.CPU, 7));
        tensors.put("features.1.weight", Tensor.zeros(DataType.INT64, Device.CPU, 32));
        refused(
                TEN,
                tensors,
                Selection.ALL,
                "does not fit model cnn",
                "missing from the file: classifier.0.bias;",
                "not in the model: extra.weight;",
                "features.1.bias is FLOAT32 [7], expected FLOAT32 [32]",
                "features.1.weight is INT64 [32], expected FLOAT32 [32]",
                "select a part of the weights by patterns");
    }

    @Test
    void onlyTheFirstFiveOfManyDifferencesAreListed() {
        var other = Weights.initial(ModelZoo.model("resnet8", new Shape(8, 8, 1), 10), new Seed(1), Device.CPU);
        refused(
                TEN,
                other.all(),
                Selection.ALL,
                "missing from the file: features.0.weight, ",
                " and ",
                " more; not in");
    }

    @Test
    void aMissingBatchCounterIsNotADifference() {
        var tensors = new LinkedHashMap<String, Tensor>(weights(TEN, 1).all());
        tensors.keySet().removeIf(name -> name.endsWith("num_batches_tracked"));
        var transfer = transfer(TEN, written(tensors), Selection.ALL, weights(TEN, 2));
        assertThat(transfer.reinitialized())
                .containsExactly("features.1.num_batches_tracked", "features.5.num_batches_tracked");
    }

    @Test
    void patternsTransferASubsetOfTheWeights() {
        var source = weights(TEN, 1);
        var target = weights(TEN, 2);
        var untouched = weights(TEN, 2);
        var tensors = new LinkedHashMap<String, Tensor>(source.all());
        tensors.put("AuxLogits.fc.weight", Tensor.zeros(DataType.FLOAT32, Device.CPU, 3));
        tensors.remove("classifier.0.bias");
        transfer(TEN, written(tensors), only("features.0*, features.1"), target);
        assertSame(target, source, "features.0.weight");
        assertSame(target, source, "features.1.running_var");
        assertSame(target, untouched, "features.4.weight");
        assertSame(target, untouched, "classifier.2.weight");
    }

    @Test
    void weightsThatAPatternSelectsMustBeInTheFile() {
        var tensors = new LinkedHashMap<String, Tensor>(weights(TEN, 1).all());
        tensors.remove("classifier.0.bias");
        refused(TEN, tensors, only("classifier.*"), "missing from the file: classifier.0.bias");
        refused(TEN, tensors, only("featurs.*"), "'featurs.*' matches no weights", "did you mean features.*?");
        refused(TEN, tensors, only("features,fc"), "weights-only: 'fc' matches no weights");
    }

    @Test
    void weightsForAnotherNumberOfClassesKeepAReinitializedHeadAndSaySo() {
        var source = weights(TEN, 1);
        var target = weights(FOUR, 2);
        var fresh = weights(FOUR, 2);
        var transfer = transfer(FOUR, written(source.all()), Selection.ALL, target);
        assertSame(target, source, "classifier.0.weight");
        assertSame(target, fresh, "classifier.2.weight");
        assertSame(target, fresh, "classifier.2.bias");
        assertThat(transfer.reinitialized()).containsExactly("classifier.2.weight", "classifier.2.bias");
        assertThat(transfer.summary()).endsWith("classifier.2 is reinitialized: the file has 10 classes, this data 4");
    }

    /** The head of another width is no head of another number of classes. */
    @Test
    void aHeadThatDiffersInMoreThanItsClassesIsRefused() {
        var tensors = new LinkedHashMap<String, Tensor>(weights(TEN, 1).all());
        tensors.put("classifier.2.weight", Tensor.zeros(DataType.FLOAT32, Device.CPU, 10, 64));
        refused(FOUR, tensors, Selection.ALL, "classifier.2.weight is FLOAT32 [10, 64], expected FLOAT32 [4, 128]");
    }

    @Test
    void aNewHeadIsReinitializedWhateverTheFileHolds() {
        var newHead = new Selection(WeightNamePatterns.NONE, true);
        var source = weights(TEN, 1);
        var target = weights(TEN, 2);
        var transfer = transfer(TEN, written(source.all()), newHead, target);
        assertSame(target, weights(TEN, 2), "classifier.2.weight");
        assertSame(target, source, "features.0.weight");
        assertThat(transfer.summary()).endsWith("classifier.2 is reinitialized, as requested");
        var headless = new LinkedHashMap<String, Tensor>(source.all());
        headless.keySet().removeIf(name -> name.startsWith("classifier.2."));
        assertThat(transfer(TEN, written(headless), newHead, target).copied()).hasSize(14);
        refused(TEN, headless, Selection.ALL, "missing from the file: classifier.2.weight, classifier.2.bias");
    }

    @ParameterizedTest
    @CsvSource({
        "layer*, layer1.0.conv1.weight, true",
        "layer1, layer1.0.conv1.weight, true",
        "layer1, layer10.conv1.weight, false",
        "conv1.*, conv1.weight, true",
        "conv1.*, layer1.conv1.weight, false",
        "*.bias, fc.bias, true",
        "l?yer1.*, layer1.0, true",
        "layer1., layer1x, false",
        "a(b, a(b.c, true",
    })
    void patternsAreNamesWithWildcardsAndMatchWholeLayers(String pattern, String name, boolean matches) {
        assertThat(WeightNamePatterns.parse(pattern).matches(name)).isEqualTo(matches);
    }

    @Test
    void frozenParametersAreNotTrained() {
        var weights = weights(TEN, 1);
        Weights.checkFreezing(TEN, WeightNamePatterns.parse("features"));
        weights.freeze(WeightNamePatterns.parse("features"));
        assertThat(weights.parameters().keySet()).allMatch(name -> name.startsWith("classifier."));
        assertThat(weights.frozen().values()).hasSize(6).noneMatch(Tensor::requiresGradient);
        assertThat(weights.all()).hasSize(16);
    }

    @Test
    void freezingNothingOrEverythingIsRefused() {
        assertThatThrownBy(() -> Weights.checkFreezing(TEN, WeightNamePatterns.parse("feature.*")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("freeze: 'feature.*' matches no weights of the model; did you mean features.*?");
        assertThatThrownBy(() -> Weights.checkFreezing(TEN, WeightNamePatterns.parse("features,class*")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("freeze: features,class* leaves no parameter of model cnn to train");
    }
}
