import dev.stoker.core.Shape;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.CustomLayer;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.tensor.Tensor;
import java.util.List;
import java.util.function.Function;

/** Trains a network with a layer of its own on the bundled images of clothes. */
public class OwnModel {
    private static final int CHANNELS = 16;

    public static void main(String[] arguments) {
        Plan plan = Plan.DEFAULTS.with("epochs", "2").with("name", "own-model");
        try (TrainingJob job =
                TrainingJob.builder().plan(plan).model(OwnModel::network).start()) {
            System.out.printf("test accuracy: %.2f%n", job.run().evaluation().accuracy());
        }
    }

    /** Called with the shape of the images and the number of classes. */
    private static Model network(Shape input, int classes) {
        return new Model(
                "own-model",
                input,
                classes,
                Layer.Sequential.of(
                        Layer.Conv2d.same(input.channels(), CHANNELS, 3, 2),
                        new Layer.BatchNorm2d(CHANNELS),
                        new Layer.Custom(new Quadratic(CHANNELS)),
                        new Layer.AdaptiveAveragePool2d(4, 4),
                        new Layer.Flatten(),
                        new Layer.Linear(16 * CHANNELS, classes)));
    }

    /** A trainable activation function: x + a·x², with one a for each channel. */
    private record Quadratic(int channels) implements CustomLayer {
        @Override
        public List<WeightSpec> weights() {
            return List.of(WeightSpec.parameter("a", new Initializer.Normal(0.1), channels, 1, 1));
        }

        @Override
        public ActivationShape output(ActivationShape input) {
            return input;
        }

        @Override
        public Tensor forward(Function<String, Tensor> weights, Tensor x, boolean training) {
            return x.plus(x.times(x).times(weights.apply("a")));
        }
    }
}
