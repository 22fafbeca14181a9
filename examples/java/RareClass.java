import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.job.RunResult;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.plan.Plan;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Trains on the bundled dataset with 10 of the 1,000 images of one class. Arguments are keys of the plan, such as
 * class-weights=balanced or sampling=balanced.
 */
public class RareClass {
    private static final String RARE = "Ankle boot";
    private static final int ONE_IN = 100;

    public static void main(String[] arguments) {
        Plan plan = Plan.DEFAULTS.with("epochs", "4").with("name", "rare");
        for (String argument : arguments) {
            String[] setting = argument.split("=", 2);
            plan = plan.with(setting[0], setting[1]);
        }
        ImageDataset all = Datasets.open(Datasets.BUILT_IN, 28);
        int rare = all.classes().indexOf(RARE);
        // The test split, which has as many images of each class, is evaluated while training.
        ImageDataset dataset = all.withSplits(thinned(all.training(), rare), all.test(), Optional.empty());
        try (TrainingJob job = TrainingJob.builder().plan(plan).dataset(dataset).start()) {
            RunResult result = job.run();
            var matrix = result.evaluation().confusion().orElseThrow();
            var figures = matrix.perClass().get(rare);
            System.out.printf(
                    "%s: recall %.3f, precision %.3f, F1 %.3f; macro F1 %.3f%n",
                    RARE,
                    figures.recall(),
                    figures.precision(),
                    figures.f1(),
                    matrix.macroAverages().f1());
            System.out.printf("test accuracy: %.4f%n", result.evaluation().accuracy());
        }
    }

    /** Without most images of a class. */
    private static DatasetSplit thinned(DatasetSplit split, int rare) {
        int[] labels = split.labels();
        int[] seen = new int[1];
        return split.select(IntStream.range(0, labels.length)
                .filter(i -> labels[i] != rare || seen[0]++ % ONE_IN == 0)
                .toArray());
    }
}
