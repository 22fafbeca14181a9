package dev.stoker.train.internal.distillation;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.step.Distillation;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.Teacher;
import java.util.List;
import java.util.Optional;

/**
 * The forward pass of a teacher within a training step: in evaluation mode, without gradients, on the images that the student sees. Its
 * weights never change, so it is captured with the step, and no checkpoint keeps anything of it.
 */
public final class TeacherPass {
    private final Distillation settings;
    private final Device device;
    private final DataType type;
    private final Weights weights;
    private final Optional<Rescale> rescale;
    private Model model;

    /** Factor and offset of each channel, on the device. */
    private record Rescale(Tensor factors, Tensor offsets) {
        static Rescale of(Teacher.Rescaling rescaling, Device device) {
            return new Rescale(perChannel(rescaling.factors(), device), perChannel(rescaling.offsets(), device));
        }

        private static Tensor perChannel(List<Double> values, Device device) {
            var floats = new float[values.size()];
            for (int i = 0; i < floats.length; i++) {
                floats[i] = values.get(i).floatValue();
            }
            return Tensor.of(floats, device, 1, floats.length, 1, 1);
        }

        Tensor of(Tensor images) {
            return images.times(factors).plus(offsets);
        }
    }

    /** Computes in {@code type}, as evaluations do. Tensors that it makes belong to the innermost scope. */
    public TeacherPass(Distillation settings, Shape shape, DataType type, Device device) {
        this.settings = settings;
        this.device = device;
        this.type = type;
        var teacher = settings.teacher();
        model = teacher.models().apply(shape);
        weights = Weights.zeros(model, device);
        teacher.weights().accept(weights);
        rescale = teacher.rescaling().map(each -> Rescale.of(each, device));
    }

    /** From now on images have this shape. */
    public void enter(Shape shape) {
        model = settings.teacher().models().apply(shape);
    }

    /** Share of the divergence in the loss. */
    public double weight() {
        return settings.weight();
    }

    /** What the student is trained towards: the logits of the teacher for these images, softened. */
    public Tensor targets(Tensor images) {
        try (var _ = Gradients.off();
                var _ = Autocast.open(device, type)) {
            var seen = rescale.map(each -> each.of(images)).orElse(images);
            return softened(Forward.evaluating(model, weights).apply(seen).toFloat());
        }
    }

    private Tensor softened(Tensor logits) {
        return logits.times(1 / settings.temperature());
    }

    /**
     * The divergence of the student's distributions from those of the teacher, a mean over images. In place of labels it takes {@link
     * #targets}.
     */
    public Loss divergence() {
        double square = settings.temperature() * settings.temperature();
        return (logits, targets) -> {
            var expected = Functional.logSoftmax(targets);
            var found = Functional.logSoftmax(softened(logits));
            return Functional.softmax(targets)
                    .times(expected.minus(found))
                    .sum()
                    .times(square / logits.sizes()[0]);
        };
    }
}
