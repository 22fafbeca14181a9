package dev.stoker.job.deploy;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.train.step.PruningSettings.Scope;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptimizeSettingsTest {
    private static OptimizeSettings settings(QuantizeSettings quantize, FineTuneSettings fineTune) {
        return new OptimizeSettings(
                Path.of("out"), true, false, quantize, Optional.empty(), fineTune, 0.5, Optional.empty(), 1);
    }

    private static void refuses(ThrowingCallable settings, String sentence) {
        assertThatThrownBy(settings).isInstanceOf(StokerException.class).hasMessageContaining(sentence);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, -0.5, 75, Double.NaN})
    void aShareThatLeavesNothingOrEverythingIsRefused(double share) {
        refuses(
                () -> new PruneSettings(share, Scope.GLOBAL, false),
                "prune must be a share of the weights between 0 and 1, such as 0.75, got " + share);
    }

    @Test
    void awareTrainingIsForIntegers() {
        refuses(
                () -> new QuantizeSettings(false, true, 1, QuantizeSettings.Ranges.ENTROPY, 8),
                "aware is a way to quantize to 8-bit integers: give int8, too");
    }

    @Test
    void epochsWithoutAnythingToFineTuneAreRefused() {
        refuses(
                () -> settings(QuantizeSettings.INT8, new FineTuneSettings(1, OptionalDouble.empty())),
                "epochs are those of fine-tuning a pruned model: give prune, too");
        refuses(
                () -> settings(QuantizeSettings.INT8, new FineTuneSettings(0, OptionalDouble.of(0.1))),
                "lr is that of fine-tuning, and there is none: give epochs or aware, too");
    }

    @Test
    void aLearningRateIsAboveZero() {
        refuses(() -> new FineTuneSettings(1, OptionalDouble.of(0)), "lr must be above 0, got 0.0");
        refuses(() -> new FineTuneSettings(-1, OptionalDouble.empty()), "epochs must be at least 1, got -1");
    }
}
