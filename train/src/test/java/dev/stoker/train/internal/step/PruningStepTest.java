package dev.stoker.train.internal.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.random.Seed;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.SmallResidualNet;
import dev.stoker.train.StripedImages;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.prune.PruningMasks;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.PruningSettings;
import dev.stoker.train.step.PruningSettings.Scope;
import dev.stoker.train.step.StepSettings;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PruningStepTest {
    private static final int STEPS = 30;
    private static final StripedImages DATA = new StripedImages(240, 24);
    private static final Optimizer.Settings SGD = new Optimizer.Settings.Sgd(0.9, 5e-4, true);

    private static StepSettings.Builder pruning(Scope scope) {
        return StepSettings.builder(Precision.FP32).pruning(Optional.of(new PruningSettings(0.75, scope)));
    }

    private static StepRun open(StepSettings settings) {
        var configuration = new StepRun.Configuration(Device.CPU, new Seed(7), 0.01);
        return StepRun.open(SmallResidualNet.of(DATA.shape(), 3), DATA, SGD, settings, configuration)
                .planning(STEPS);
    }

    private static Map<String, List<Byte>> masks(StepRun run) {
        return run.bytes().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("mask."))
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> list(entry.getValue())));
    }

    private static List<Byte> list(byte[] bytes) {
        return MemorySegment.ofArray(bytes)
                .elements(ValueLayout.JAVA_BYTE)
                .map(each -> each.get(ValueLayout.JAVA_BYTE, 0))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void weightsBecomeZeroByTheScheduleAndStaySo(Scope scope) {
        try (var run = open(pruning(scope).build());
                var _ = TensorScope.open("reading")) {
            assertThat(PrunedWeights.share(run.next(5).weights())).isBetween(0.3, 0.6);
            assertThat(PrunedWeights.share(run.next(15).weights())).isCloseTo(0.75, within(0.01));
            var before = masks(run);
            assertThat(PrunedWeights.share(run.next(10).weights())).isCloseTo(0.75, within(0.01));
            assertThat(masks(run)).isNotEmpty().isEqualTo(before);
        }
    }

    @Test
    void theSameShareOfEachLayerIsPrunedWhereTheScopeIsALayer() {
        try (var run = open(pruning(Scope.LAYER).build());
                var _ = TensorScope.open("reading")) {
            run.next(STEPS).weights().parameters().values().stream()
                    .filter(PruningMasks::isPrunable)
                    .forEach(tensor -> assertThat(PrunedWeights.share(tensor)).isCloseTo(0.75, within(0.02)));
        }
    }

    /** An average, slow weights and a copy in 16 bits would each bring removed weights back. */
    @Test
    void whatFollowsTheWeightsIsPrunedToo() {
        try (var run = open(pruning(Scope.GLOBAL).averageDecay(0.9).lookahead(4).build());
                var _ = TensorScope.open("reading")) {
            run.next(STEPS);
            assertThat(PrunedWeights.share(run.weights())).isCloseTo(0.75, within(0.01));
            assertThat(PrunedWeights.share(run.step().evaluatedWeights())).isCloseTo(0.75, within(0.01));
        }
        var low = StepSettings.builder(Precision.BF16_WHOLE)
                .pruning(Optional.of(new PruningSettings(0.75, Scope.GLOBAL)))
                .build();
        try (var run = open(low);
                var _ = TensorScope.open("reading")) {
            assertThat(PrunedWeights.share(run.next(STEPS).weights())).isCloseTo(0.75, within(0.01));
        }
    }

    @Test
    void normsAndBiasesAreNeverPruned() {
        try (var run = open(pruning(Scope.GLOBAL).build())) {
            assertThat(run.step().state().keySet().stream().filter(name -> name.startsWith("mask.")))
                    .isNotEmpty()
                    .noneMatch(name -> name.endsWith("bias") || name.contains("bn"));
        }
    }

    @Test
    void theShareRisesByTheThirdPowerOfTheTimeThatIsLeft() {
        var settings = new PruningSettings(0.8, Scope.GLOBAL, 0.5);
        assertThat(settings.shareAfter(0, 100)).isZero();
        assertThat(settings.shareAfter(25, 100)).isCloseTo(0.8 * (1 - 0.125), within(1e-9));
        assertThat(settings.shareAfter(50, 100)).isEqualTo(0.8);
        assertThat(settings.shareAfter(99, 100)).isEqualTo(0.8);
        assertThat(settings.isDue(50, 100)).isTrue();
        assertThat(settings.isDue(51, 100)).isFalse();
        assertThat(settings.isDue(7, 100_000)).isFalse();
        assertThat(settings.isDue(500, 100_000)).isTrue();
    }
}
