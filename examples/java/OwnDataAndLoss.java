import dev.stoker.core.Shape;
import dev.stoker.data.Dataset;
import dev.stoker.data.Sample;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;

/** Trains on images that this program computes, with the squared error in place of cross entropy. */
public class OwnDataAndLoss {
    private static final int SIDE = 16;
    private static final List<String> CLASSES = List.of("horizontal", "vertical");

    public static void main(String[] arguments) {
        // Samples by index: shuffling, workers and resuming are those of any other dataset. Yours may read files here.
        Dataset<Sample> training = Dataset.indexed(1024, index -> stripes(index));
        Dataset<Sample> test = Dataset.indexed(256, index -> stripes(1024 + index));
        // Mean and deviation for the normalization are measured; with(new Normalization(...)) sets them.
        ImageDataset dataset = ImageDataset.of("stripes", CLASSES, new Shape(SIDE, SIDE, 1), training, test);

        Plan plan = Plan.DEFAULTS.with("model", "mlp").with("epochs", "2").with("name", "stripes");
        try (TrainingJob job = TrainingJob.builder()
                .plan(plan)
                .dataset(dataset)
                .loss(OwnDataAndLoss::squaredError)
                .start()) {
            System.out.printf("test accuracy: %.2f%n", job.run().evaluation().accuracy());
        }
    }

    /** Noise with bright stripes in every fourth row or column; the pixels are bytes, row by row. */
    private static Sample stripes(long index) {
        Random random = new Random(index);
        int label = random.nextInt(CLASSES.size());
        int phase = random.nextInt(4);
        byte[] pixels = new byte[SIDE * SIDE];
        for (int i = 0; i < pixels.length; i++) {
            int line = label == 0 ? i / SIDE : i % SIDE;
            pixels[i] = (byte) (random.nextInt(100) + (line % 4 == phase ? 100 : 0));
        }
        return new Sample(MemorySegment.ofArray(pixels), label);
    }

    /** The mean squared error against one-hot labels. Tensor operations only: on a GPU it is captured as a CUDA graph. */
    private static Tensor squaredError(Tensor logits, Tensor labels) {
        Tensor error = logits.minus(Functional.oneHot(labels, CLASSES.size()));
        return error.times(error).sum().times(1.0 / labels.elements());
    }
}
