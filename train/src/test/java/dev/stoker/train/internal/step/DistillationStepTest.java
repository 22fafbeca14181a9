package dev.stoker.train.internal.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.SmallResidualNet;
import dev.stoker.train.StripedImages;
import dev.stoker.train.internal.distillation.TeacherPass;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.step.ClassWeights;
import dev.stoker.train.step.Distillation;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.LossTensors;
import dev.stoker.train.step.MixupCutmixSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import dev.stoker.train.step.Teacher;
import dev.stoker.train.step.Teachers;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistillationStepTest {
    private static final StripedImages IMAGES = new StripedImages(240, 24);
    private static final Seed STUDENT = new Seed(7);

    private static Model student(Shape shape) {
        return ModelZoo.model("mlp", shape, 3);
    }

    private static Distillation from(Teacher teacher, double weight, double temperature) {
        return new Distillation(teacher, weight, temperature);
    }

    /** A net with batch norm, dropout and stochastic depth, none of which changes anything in evaluation mode. */
    private static Distillation fromNet(double weight) {
        return from(Teachers.of(shape -> SmallResidualNet.of(shape, 3), new Seed(1)), weight, 4);
    }

    private static StepSettings.Builder settings(Distillation distillation) {
        return StepSettings.builder(Precision.FP32).distillation(Optional.of(distillation));
    }

    private static StepRun open(StepSettings settings) {
        var configuration = new StepRun.Configuration(Device.CPU, STUDENT, 0.05);
        return StepRun.open(
                student(IMAGES.shape()), IMAGES, new Optimizer.Settings.Sgd(0.9, 0, false), settings, configuration);
    }

    private static List<Float> trained(StepSettings settings, int steps) {
        try (var run = open(settings)) {
            var values = new ArrayList<Float>();
            run.next(steps).weights().parameters().values().forEach(tensor -> {
                for (float value : tensor.toHost().toArray(ValueLayout.JAVA_FLOAT)) {
                    values.add(value);
                }
            });
            return values;
        }
    }

    private static double distance(List<Float> one, List<Float> other) {
        double most = 0;
        for (int i = 0; i < one.size(); i++) {
            most = Math.max(most, Math.abs(one.get(i) - other.get(i)));
        }
        return most;
    }

    private static double[] softmax(double[] logits, double temperature) {
        double sum = 0;
        var result = new double[logits.length];
        for (int i = 0; i < logits.length; i++) {
            result[i] = Math.exp(logits[i] / temperature);
            sum += result[i];
        }
        for (int i = 0; i < logits.length; i++) {
            result[i] /= sum;
        }
        return result;
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 4, 0.5})
    void theDivergenceIsThatOfSoftenedDistributionsTimesTheSquareOfTheTemperature(double temperature) {
        double[][] teacher = {{2, -1, 0.5}, {0, 0, 12}};
        double[][] found = {{1, 1, 1}, {3, -2, 0.25}};
        double expected = 0;
        for (int row = 0; row < 2; row++) {
            double[] p = softmax(teacher[row], temperature);
            double[] q = softmax(found[row], temperature);
            for (int i = 0; i < 3; i++) {
                expected += temperature * temperature * p[i] * Math.log(p[i] / q[i]) / 2;
            }
        }
        try (var _ = TensorScope.open("test")) {
            var teachers = Teachers.of(DistillationStepTest::student, STUDENT);
            var pass = new TeacherPass(from(teachers, 0.5, temperature), IMAGES.shape(), DataType.FLOAT32, Device.CPU);
            var targets = LossTensors.logits(teacher).times(1 / temperature);
            assertThat(pass.divergence()
                            .loss(LossTensors.logits(found), targets)
                            .value())
                    .isCloseTo(expected, offset(1e-5 * Math.max(1, expected)));
        }
    }

    @Test
    void aStudentThatIsItsTeacherHasNothingToLearnFromIt() {
        var itself = from(Teachers.of(DistillationStepTest::student, STUDENT), 1, 4);
        try (var run = open(settings(itself).build())) {
            assertThat(run.loss(3)).isCloseTo(0, offset(1e-5));
        }
        assertThat(distance(
                        trained(settings(itself).build(), 6),
                        trained(settings(itself).build(), 1)))
                .isLessThan(1e-5);
        assertThat(distance(
                        trained(settings(fromNet(1)).build(), 6),
                        trained(settings(fromNet(1)).build(), 1)))
                .isGreaterThan(1e-3);
    }

    /** The divergence is a mean over images, the loss of labels one over weights of classes. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 24})
    void microBatchesGiveTheGradientOfTheWholeBatch(int microBatches) {
        var weighted = Loss.crossEntropy(0.1).weighted(new ClassWeights(List.of(0.0, 5.0, 0.5)));
        for (var loss : List.of(Loss.crossEntropy(0), weighted)) {
            var whole = trained(settings(fromNet(0.5)).loss(loss).build(), 6);
            var parts = trained(
                    settings(fromNet(0.5)).loss(loss).microBatches(microBatches).build(), 6);
            assertThat(distance(parts, whole)).isLessThan(1e-5);
        }
    }

    @Test
    void theLossIsASumOfBothByTheWeight() {
        try (var labels = open(StepSettings.plain(Precision.FP32));
                var half = open(settings(fromNet(0.5)).build());
                var whole = open(settings(fromNet(1)).build())) {
            double expected = 0.5 * labels.loss(1) + 0.5 * whole.loss(1);
            assertThat(half.loss(1)).isCloseTo(expected, offset(1e-6));
        }
    }

    @Test
    void theTeacherSeesMixedImages() {
        var mixing = new MixupCutmixSettings(1, 0);
        var plain = trained(settings(fromNet(1)).build(), 3);
        assertThat(distance(trained(settings(fromNet(1)).mixing(mixing).build(), 3), plain))
                .isGreaterThan(1e-4);
        var itself = from(Teachers.of(DistillationStepTest::student, STUDENT), 1, 4);
        try (var run = open(settings(itself).mixing(mixing).build())) {
            assertThat(run.loss(3)).isCloseTo(0, offset(1e-5));
        }
    }

    @Test
    void aTeacherSeesImagesInItsOwnNormalization() {
        var rescaling = new Teacher.Rescaling(List.of(2.0), List.of(-0.5));
        var plain = Teachers.of(DistillationStepTest::student, STUDENT);
        var rescaled = new Teacher(plain.models(), plain.weights(), Optional.of(rescaling));
        try (var _ = TensorScope.open("test");
                var _ = Gradients.off()) {
            var values = new float[2 * 64];
            for (int i = 0; i < values.length; i++) {
                values[i] = (float) Math.sin(i);
            }
            var images = Tensor.of(values, Device.CPU, 2, 1, 8, 8);
            var pass = new TeacherPass(from(rescaled, 1, 2), IMAGES.shape(), DataType.FLOAT32, Device.CPU);
            var model = student(IMAGES.shape());
            var expected = Forward.evaluating(model, Weights.initial(model, STUDENT, Device.CPU))
                    .apply(images.times(2).plus(-0.5))
                    .times(0.5);
            assertThat(pass.targets(images).toHost().toArray(ValueLayout.JAVA_FLOAT))
                    .isEqualTo(expected.toHost().toArray(ValueLayout.JAVA_FLOAT));
        }
    }
}
