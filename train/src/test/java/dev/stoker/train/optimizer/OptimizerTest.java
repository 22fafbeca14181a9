package dev.stoker.train.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OptimizerTest {
    private static final ParameterRules RULES = new ParameterRules(
            List.of("*.bias", "bn*"), Map.of("head.*", 3.0, "tall.*", 0.5), Map.of("conv.*", 7.0), Map.of());

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

    static Stream<Optimizer.Settings> optimizers() {
        return Stream.of(
                new Optimizer.Settings.Sgd(0, 0.01, false),
                new Optimizer.Settings.Sgd(0.9, 0.01, false),
                new Optimizer.Settings.Sgd(0.9, 0.01, true),
                new Optimizer.Settings.Adam(0.9, 0.999, 1e-8, 0.01),
                new Optimizer.Settings.AdamW(0.9, 0.99, 1e-6, 0.05),
                new Optimizer.Settings.Lion(0.9, 0.99, 0.01),
                new Optimizer.Settings.RmsProp(0.99, 1e-6, 0, 0.01),
                new Optimizer.Settings.RmsProp(0.9, 1e-6, 0.9, 0.01),
                new Optimizer.Settings.Lars(0.9, 0.02, 0.01),
                new Optimizer.Settings.Lamb(0.9, 0.999, 1e-6, 0.01),
                new Optimizer.Settings.Muon(0.95, 0.01),
                new Optimizer.Settings.Muon(0.6, 0.01, 3, false, 0.85));
    }

    /** A wide, a tall and two equal matrices, kernels in channels-last memory, and vectors. */
    private static Map<String, Tensor> parameters() {
        var parameters = new LinkedHashMap<String, Tensor>();
        try (var _ = Gradients.off()) {
            parameters.put("wide.weight", random(1, 3, 5));
            parameters.put("wide.bias", random(2, 3));
            parameters.put("bn.weight", random(3, 6));
            parameters.put("conv.weight", random(4, 4, 3, 2, 2).channelsLast());
            parameters.put("tall.weight", random(5, 7, 2));
            parameters.put("same.weight", random(6, 3, 5));
            parameters.put("head.weight", random(7, 2, 4));
            parameters.put("head.bias", random(8, 2));
        }
        parameters.values().forEach(Tensor::requireGradient);
        return parameters;
    }

    private static Tensor random(long seed, long... sizes) {
        return Tensor.of(numbers(seed, Arrays.stream(sizes).reduce(1, (a, b) -> a * b)), Device.CPU, sizes);
    }

    private static float[] numbers(long seed, long count) {
        var random = new SeededRandom(new Seed(seed));
        var values = new float[Math.toIntExact(count)];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    private static double[] values(Tensor tensor) {
        return Arrays.stream(boxed(tensor)).mapToDouble(Float::doubleValue).toArray();
    }

    private static Float[] boxed(Tensor tensor) {
        float[] floats = tensor.detach().toHost().toArray(ValueLayout.JAVA_FLOAT);
        var boxed = new Float[floats.length];
        Arrays.setAll(boxed, i -> floats[i]);
        return boxed;
    }

    private static Tensor of(Map<String, Tensor> tensors, String name) {
        return Objects.requireNonNull(tensors.get(name), name);
    }

    private static double rate(int step) {
        return 0.01 * (1 + step % 3);
    }

    /** One step with gradients that depend on the step and the name alone. */
    private static void step(Optimizer optimizer, Map<String, Tensor> parameters, int step) {
        optimizer.clearGradients();
        try (var _ = Gradients.off()) {
            parameters.forEach((name, tensor) -> tensor.gradient().copyFrom(gradient(name, tensor, step)));
        }
        optimizer.step(Tensor.zeros(DataType.FLOAT32, Device.CPU).fillInPlace(rate(step)));
    }

    private static Tensor gradient(String name, Tensor parameter, int step) {
        return random(31L * name.hashCode() + step, parameter.sizes());
    }

    /**
     * Ten steps in floats against doubles. Values are of the order of 1, so 2e-5 is about two hundred rounding errors; five
     * Newton-Schulz iterations in each step of Muon are allowed 2e-4.
     */
    @ParameterizedTest
    @MethodSource("optimizers")
    void everyStepFollowsTheFormulaWithItsGroups(Optimizer.Settings settings) {
        var parameters = parameters();
        var optimizer = Optimizer.of(new Optimizer.Settings.Grouped(settings, RULES), parameters);
        var plain = new LinkedHashMap<String, ReferenceOptimizers.Parameter>();
        parameters.forEach((name, tensor) -> plain.put(name, plain(name, tensor)));
        var rule = ReferenceOptimizers.of(settings);
        double tolerance = settings instanceof Optimizer.Settings.Muon ? 2e-4 : 2e-5;
        for (int step = 0; step < 10; step++) {
            step(optimizer, parameters, step);
            for (var entry : plain.entrySet()) {
                String name = entry.getKey();
                double factor = name.startsWith("head.") ? 3 : name.startsWith("tall.") ? 0.5 : 1;
                double decay = name.endsWith(".bias") || name.startsWith("bn") ? 0 : settings.weightDecay();
                decay *= name.startsWith("conv.") ? 7 : 1;
                var tensor = of(parameters, name);
                rule.step(entry.getValue(), values(gradient(name, tensor, step)), (float) rate(step) * factor, decay);
                assertThat(values(tensor))
                        .as("%s after step %d", name, step + 1)
                        .containsExactly(entry.getValue().values, within(tolerance));
            }
        }
    }

    private static ReferenceOptimizers.Parameter plain(String name, Tensor tensor) {
        long[] sizes = tensor.sizes();
        return new ReferenceOptimizers.Parameter(
                values(tensor), (int) sizes[0], sizes.length > 1, name.equals("head.weight"));
    }

    @ParameterizedTest
    @MethodSource("optimizers")
    void stateThatIsSavedAndRestoredContinuesToTheSameBits(Optimizer.Settings settings) {
        var whole = parameters();
        var optimizer = Optimizer.of(settings, whole);
        var saved = parameters();
        Optimizer resumed = null;
        for (int step = 0; step < 8; step++) {
            if (step == 4) {
                resumed = Optimizer.of(settings, saved);
                try (var _ = Gradients.off()) {
                    copy(whole, saved);
                    copy(optimizer.state(), resumed.state());
                }
            }
            step(optimizer, whole, step);
            if (resumed != null) {
                step(resumed, saved, step);
            }
        }
        whole.forEach(
                (name, tensor) -> assertThat(values(of(saved, name))).as(name).containsExactly(values(tensor)));
    }

    private static void copy(Map<String, Tensor> from, Map<String, Tensor> to) {
        assertThat(to.keySet()).isEqualTo(from.keySet());
        from.forEach((name, tensor) -> of(to, name).copyFrom(tensor));
    }

    /** A captured step reads the same tensor each time, so the rate must be read from its contents. */
    @ParameterizedTest
    @MethodSource("optimizers")
    void aRateOfZeroInTheSameTensorStopsThePlainPart(Optimizer.Settings settings) {
        var parameters = parameters();
        var optimizer = Optimizer.of(settings, parameters);
        var rate = Tensor.zeros(DataType.FLOAT32, Device.CPU);
        var before = values(of(parameters, "wide.weight"));
        parameters.forEach((name, tensor) -> tensor.gradient().copyFrom(gradient(name, tensor, 0)));
        optimizer.step(rate);
        assertThat(values(of(parameters, "wide.weight"))).containsExactly(before);
        optimizer.step(rate.fillInPlace(0.1));
        assertThat(values(of(parameters, "wide.weight"))).isNotEqualTo(before);
    }

    /** After the step a kernel has the norm √filters minus an update, so it is compared with the formula in doubles. */
    @Test
    void normalizedMuonStartsEachStepFromTheSameNorm() {
        var settings = new Optimizer.Settings.Muon(0.6, 0, 3, true, 0.85);
        var parameters = parameters();
        var optimizer = Optimizer.of(settings, parameters);
        var tensor = of(parameters, "conv.weight");
        var plain = plain("conv.weight", tensor);
        var rule = ReferenceOptimizers.of(settings);
        assertThat(length(plain.values)).isNotCloseTo(2, within(0.5));
        for (int step = 0; step < 5; step++) {
            double factor = Math.sqrt(4) / length(plain.values);
            Arrays.setAll(plain.values, i -> plain.values[i] * factor);
            rule.step(plain, values(gradient("conv.weight", tensor, step)), (float) rate(step), 0);
            step(optimizer, parameters, step);
            assertThat(values(tensor)).containsExactly(plain.values, within(2e-4));
        }
    }

    /** A learning rate of zero updates nothing, so only the norm can change. */
    @Test
    void normalizedKernelsHaveTheRootOfTheirFiltersAsNormAndOthersStay() {
        var parameters = parameters();
        var optimizer = Optimizer.of(new Optimizer.Settings.Muon(0.6, 0, 3, true, 0.85), parameters);
        var head = values(of(parameters, "head.weight"));
        optimizer.step(Tensor.zeros(DataType.FLOAT32, Device.CPU));
        assertThat(length(values(of(parameters, "conv.weight")))).isCloseTo(2, within(1e-5));
        assertThat(length(values(of(parameters, "tall.weight")))).isCloseTo(Math.sqrt(7), within(1e-5));
        assertThat(values(of(parameters, "head.weight"))).containsExactly(head);
    }

    private static double length(double[] values) {
        return Math.sqrt(Arrays.stream(values).map(value -> value * value).sum());
    }

    @Test
    void aDecayingRateFallsLinearlyAndIsZeroFromItsEpochOn() {
        var rules = new ParameterRules(List.of(), Map.of(), Map.of(), Map.of("wide.bias", 4.0));
        var parameters = parameters();
        var sgd = new Optimizer.Settings.Sgd(0, 0, false);
        var optimizer = Optimizer.of(new Optimizer.Settings.Grouped(sgd, rules), parameters);
        assertThat(moved(optimizer, parameters, "wide.bias", 0)).isEqualTo(1, within(1e-6));
        assertThat(moved(optimizer, parameters, "wide.bias", 1)).isEqualTo(0.75, within(1e-6));
        assertThat(moved(optimizer, parameters, "wide.bias", 3.5)).isEqualTo(0.125, within(1e-6));
        assertThat(moved(optimizer, parameters, "wide.bias", 4)).isZero();
        assertThat(moved(optimizer, parameters, "wide.bias", 9)).isZero();
        assertThat(moved(optimizer, parameters, "wide.weight", 9)).isEqualTo(1, within(1e-6));
    }

    /** By how much a gradient of ones at a learning rate of 1 changes the first value. */
    private static double moved(Optimizer optimizer, Map<String, Tensor> parameters, String name, double epochs) {
        var before = values(of(parameters, name))[0];
        parameters.values().forEach(tensor -> tensor.gradient().fillInPlace(1.0));
        optimizer.prepare(epochs);
        optimizer.step(Tensor.zeros(DataType.FLOAT32, Device.CPU).fillInPlace(1.0));
        return before - values(of(parameters, name))[0];
    }

    @Test
    void aPatternThatMatchesNothingIsAnError() {
        var rules = new ParameterRules(List.of("had.weight"), Map.of());
        assertThatThrownBy(() -> Optimizer.of(
                        new Optimizer.Settings.Grouped(new Optimizer.Settings.Sgd(0, 0, false), rules), parameters()))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("no-decay: no parameter of the model matches 'had.weight'")
                .hasMessageContaining("head.weight");
    }

    @Test
    void dotsInPatternsAreDots() {
        var rules = new ParameterRules(List.of(), Map.of("wide?weight", 2.0));
        assertThat(rules.groups(parameters(), 0)).hasSize(2);
        assertThatThrownBy(() -> new ParameterRules(List.of("w.de*"), Map.of()).groups(parameters(), 0))
                .hasMessageContaining("w.de*");
    }

    @Test
    void factorsThatAreNotPositiveAreErrors() {
        assertThatThrownBy(() -> new ParameterRules(List.of(), Map.of("head.*", -1.0)))
                .hasMessageContaining("'head.*' must be above 0, got -1.0");
    }
}
