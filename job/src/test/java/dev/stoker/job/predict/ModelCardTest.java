package dev.stoker.job.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.datasets.Normalization;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.image.transform.CenterCrop;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.Resize;
import dev.stoker.image.transform.ResizeToCover;
import dev.stoker.image.transform.TransformChain;
import dev.stoker.nn.definition.ModelDefinition;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelCardTest {
    private static final List<String> STRANGE = List.of(
            "two\nlines",
            "\"quoted\" \\ 'both'",
            "",
            " ",
            "\u202eright to left",
            "😀",
            "null",
            "{a: 1}",
            "\u0000\u001b[31m");

    @TempDir
    Path folder;

    private static ModelCard card(List<String> classes, TransformChain transforms) {
        var model = ModelZoo.model("cnn", new Shape(28, 28, 3), classes.size());
        return new ModelCard(
                "cnn",
                Optional.of(YamlWriter.line(ModelDefinition.write(model))),
                classes,
                model.input(),
                Optional.of(Normalization.IMAGENET),
                transforms,
                Optional.empty(),
                Map.of("batch", "7", "seed", "3"),
                Optional.of(120));
    }

    private Path file(Map<String, String> metadata) {
        Path file = folder.resolve("weights.safetensors");
        try (var _ = TensorScope.open("test")) {
            SafetensorsWriter.write(file, Map.of("a", Tensor.zeros(DataType.FLOAT32, Device.CPU, 2)), metadata);
        }
        return file;
    }

    @Test
    void aCardKeepsTransformsOfImagesThatAreNotSquare() {
        var chain = TransformChain.of(new ResizeToCover(32, 48, Interpolation.CUBIC), new CenterCrop(28, 42));
        var card = card(List.of("cat", "dog"), chain);
        assertThat(ModelCard.find(card.toMetadata(), folder)).contains(card);
    }

    @Test
    void aCardIsTheSameWhenItIsReadAgainWhateverTheClassesAreCalled() {
        var written = card(STRANGE, TransformChain.evaluate(28));
        assertThat(StoredModelCard.read(file(written.toMetadata()))).isEqualTo(written);
        assertThat(StoredModelCard.build(written))
                .isEqualTo(ModelZoo.model("cnn", new Shape(28, 28, 3), STRANGE.size()));
    }

    @Test
    void pixelsAreResizedToTheSizeOfTheModel() {
        var written = card(List.of("a", "b"), TransformChain.of(new Resize(28, 28, Interpolation.AREA)));
        assertThat(StoredModelCard.read(file(written.toMetadata()))).isEqualTo(written);
    }

    @Test
    void otherReadersFindPlainJson() {
        var metadata = card(List.of("cat", "dog"), TransformChain.evaluate(28)).toMetadata();
        assertThat(metadata).containsEntry("model", "cnn").containsEntry("format", "pt");
        assertThat(metadata.get(ModelCard.KEY))
                .contains("\"classes\":[\"cat\",\"dog\"]", "\"input\":[28,28,3]", "\"mean\":[0.485,0.456,0.406]")
                .contains("\"transforms\":[{\"resize_shorter_side\":[32],\"interpolation\":\"area\"},"
                        + "{\"center_crop\":[28,28]}]");
    }

    @Test
    void weightsOfAnotherProgramHaveNoCardAndTheMessageSaysWhatToDo() {
        Path file = file(Map.of("format", "pt"));
        assertThatThrownBy(() -> StoredModelCard.read(file))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("%s has no model card", file)
                .hasMessageContaining("`stoker train --weights %s`", file);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1] | it is not a JSON object",
                "{} | it lacks version",
                "{\"version\":1 | Unexpected end-of-input",
                "{\"version\":2} | it has version 2, and this Stoker reads version 1; use a newer one",
                "{\"version\":1,\"model\":5} | model must be a text, got 5",
                "{\"version\":1,\"model\":\"m\",\"classes\":\"a\"} | classes must be a list, got a",
                "{\"version\":1,\"model\":\"m\",\"classes\":[1]} | classes must be a text, got 1",
                "{\"version\":1,\"model\":\"m\",\"classes\":[\"a\",\"b\"],\"input\":[0,1,1]} | input must be numbers"
                        + " above 0",
                "{\"version\":1,\"model\":\"m\",\"classes\":[\"a\",\"b\"],\"input\":[99999,99999,3]} | is too large",
                "{\"version\":1,\"version\":1} | Duplicate",
            })
    void aDamagedCardIsRefusedWithTheFileAndTheReason(String text, String reason) {
        Path file = file(Map.of(ModelCard.KEY, text));
        assertThatThrownBy(() -> StoredModelCard.read(file))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("the model card of %s cannot be used: ", file)
                .hasMessageContaining(reason);
    }

    @Test
    void partsOfACardThatContradictEachOtherAreRefused() {
        String text = Objects.requireNonNull(card(List.of("a", "b"), TransformChain.evaluate(28))
                .toMetadata()
                .get(ModelCard.KEY));
        refused(text.replace("[0.485,0.456,0.406]", "[0.5]"), "for each of 3 channels");
        refused(text.replace("\"b\"", "\"a\""), "different names");
        refused(text.replace("\"center_crop\"", "\"turn\""), "a transform is one of");
        refused(text.replace("0.229", "0"), "standard deviation above 0");
    }

    private void refused(String text, String reason) {
        Path file = file(Map.of(ModelCard.KEY, text));
        assertThatThrownBy(() -> StoredModelCard.read(file))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(reason);
    }
}
