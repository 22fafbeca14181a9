package dev.stoker.tensor.augment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.image.OperationParameters;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageAugmenterTest {
    private static final AugmentationRequirements ALL = new AugmentationRequirements(true, true, 6, true);

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void batchingDoesNotChangeTheImages(int channels) {
        var inputs = RandomAugmentationInputs.of(channels, 60, ALL);
        var whole = inputs.augmented(Device.CPU, 0, 60);
        int size = inputs.target().bytes();
        for (int batch : new int[] {1, 7, 59}) {
            for (int from = 0; from < 60; from += batch) {
                int count = Math.min(batch, 60 - from);
                var part = inputs.augmented(Device.CPU, from, count);
                assertThat(part).hasSize(count * size);
                for (int i = 0; i < part.length; i++) {
                    assertThat(part[i]).isEqualTo(whole[from * size + i]);
                }
            }
        }
    }

    @Test
    void anUnchangedImageIsOnlyNormalized() {
        var shape = new Shape(2, 2, 1);
        try (var _ = TensorScope.open("plain")) {
            var parameters = Arena.ofAuto().allocate(AugmentationParameters.BYTES, 4);
            AugmentationParameters.begin(parameters)
                    .source(1)
                    .crop(-1, 1, 1, 0, AugmentationParameters.BLACK)
                    .window(0, 0, 2, 2)
                    .visible(0, 0, 2, 2);
            var bytes = Arena.ofAuto().allocate(8);
            for (int i = 0; i < 8; i++) {
                bytes.set(ValueLayout.JAVA_BYTE, i, (byte) (25 * i));
            }
            var made = ImageAugmenter.on(Device.CPU, shape, List.of(0.5), List.of(0.25), AugmentationRequirements.NONE)
                    .augment(
                            Tensor.view(bytes, DataType.UINT8, 2, 2, 2, 1),
                            Tensor.view(parameters, DataType.INT32, 1, AugmentationParameters.WORDS));
            assertThat(made.sizes()).containsExactly(1, 1, 2, 2);
            assertThat(made.isChannelsLast()).isTrue();
            float scale = (float) (1 / (255 * 0.25));
            assertThat(RandomAugmentationInputs.values(made))
                    .containsExactly(
                            (125 - 127.5f) * scale,
                            (100 - 127.5f) * scale,
                            (175 - 127.5f) * scale,
                            (150 - 127.5f) * scale);
        }
    }

    @Test
    void undeclaredRequirementsAreRefused() {
        var inputs = RandomAugmentationInputs.of(3, 20, ALL);
        var unaware = new RandomAugmentationInputs(
                inputs.source(), inputs.target(), inputs.pixels(), inputs.parameters(), AugmentationRequirements.NONE);
        assertThatThrownBy(() -> unaware.augmented(Device.CPU, 0, 20))
                .hasMessageContaining("needs more than AugmentationRequirements[mean=false, blur=false, operations=0,");
    }

    @Test
    void undeclaredOperationsAreRefused() {
        for (var declared : List.of(
                new AugmentationRequirements(false, false, 2, true),
                new AugmentationRequirements(false, false, 3, false))) {
            var rows = RandomAugmentationInputs.of(3, 1, AugmentationRequirements.NONE);
            OperationParameters.append(rows.parameters())
                    .mixBegin(0.5)
                    .equalize()
                    .mixEnd(0.5);
            var unaware = new RandomAugmentationInputs(
                    rows.source(), rows.target(), rows.pixels(), rows.parameters(), declared);
            assertThatThrownBy(() -> unaware.augmented(Device.CPU, 0, 1))
                    .hasMessageContaining("needs more than " + declared);
        }
    }

    @Test
    void aMissingSourceIsRefused() {
        var inputs = RandomAugmentationInputs.of(3, 2, AugmentationRequirements.NONE);
        AugmentationParameters.append(inputs.parameters().asSlice(AugmentationParameters.BYTES))
                .source(7);
        assertThatThrownBy(() -> inputs.augmented(Device.CPU, 0, 2))
                .hasMessage("row 1 refers to source 7, but there are 7");
    }

    @Test
    void tensorsOfTheWrongTypeOrLayoutAreRefused() {
        var inputs = RandomAugmentationInputs.of(3, 4, AugmentationRequirements.NONE);
        try (var _ = TensorScope.open("wrong")) {
            var augmenter = inputs.augmenter(Device.CPU);
            var sources = inputs.sources(Device.CPU);
            var parameters = inputs.parameters(Device.CPU, 0, 4);
            assertThatThrownBy(() -> augmenter.augment(sources.permute(0, 3, 1, 2), parameters))
                    .hasMessageStartingWith("sources must be contiguous uint8 as images × height × width × 3");
            assertThatThrownBy(() -> augmenter.augment(sources.narrow(2, 0, 4), parameters))
                    .hasMessageContaining("contiguous");
            assertThatThrownBy(() -> augmenter.augment(sources, parameters.narrow(1, 0, 16)))
                    .hasMessageStartingWith("parameters must be contiguous int32 as images × 100");
            assertThatThrownBy(() -> augmenter.augment(sources, parameters.to(DataType.INT64, Device.CPU)))
                    .hasMessageContaining("INT64");
        }
    }
}
