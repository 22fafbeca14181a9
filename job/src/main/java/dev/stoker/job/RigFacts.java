package dev.stoker.job;

import dev.stoker.core.Bytes;
import dev.stoker.core.image.StoredImages;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.SampleCache;
import dev.stoker.job.internal.setup.InputResources;
import dev.stoker.job.plan.value.CacheMode;
import dev.stoker.nn.LayerCost;
import dev.stoker.nn.Model;
import dev.stoker.nn.ModelSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What is known of a settled plan without measuring it.
 *
 * @param stored how the training images are stored; empty where they are in memory
 * @param source the folder that {@code prepare} can read them from; empty where there is none
 * @param cacheLimit what a cache in memory may hold
 * @param sameClassRun training images of one class in a row, on average, in the order that they are stored
 * @param checkpoint the size of one, approximately
 * @param layers of the model that have weights, in the order of the forward pass
 * @param unalignedShare share of the model's multiplications in layers whose channels are no multiples of 8
 */
public record RigFacts(
        int trainingImages,
        int validationImages,
        int stepsPerEpoch,
        int classes,
        Optional<StoredImages> stored,
        Optional<Path> source,
        Bytes cacheLimit,
        double sameClassRun,
        Bytes checkpoint,
        List<LayerLoad> layers,
        double unalignedShare) {
    /** So many are enough to see that classes follow each other. */
    private static final int LABELS = 2000;

    /** Tensor cores take blocks of so many channels. */
    private static final int BLOCK = 8;

    /** Weights and the state of an optimizer. */
    private static final int WEIGHT_COPIES = 3;

    public RigFacts {
        layers = List.copyOf(layers);
    }

    /**
     * What a layer adds to a step.
     *
     * @param parameters weights that are trained, each with a gradient
     * @param multiplyAdds multiplications of one image's forward pass
     */
    public record LayerLoad(long parameters, long multiplyAdds) {}

    static RigFacts of(TrainingSetup setup) {
        var training = setup.dataset().training();
        var stored = training.storedImages();
        var resources = InputResources.of(setup.plan(), setup.device());
        return new RigFacts(
                training.size(),
                setup.dataset().validation().map(DatasetSplit::size).orElse(0),
                setup.trainers().phases().last(resources).batchesPerEpoch(),
                setup.dataset().classes().size(),
                stored,
                source(setup, stored),
                cacheLimit(resources.memory()),
                sameClassRun(training),
                new Bytes(WEIGHT_COPIES * ModelSummary.of(setup.model()).weightBytes()),
                layers(setup.model()),
                ModelSummary.unalignedShare(setup.model(), BLOCK));
    }

    private static List<LayerLoad> layers(Model model) {
        return LayerCost.of(model).stream()
                .map(layer -> new LayerLoad(layer.parameters(), layer.multiplyAdds()))
                .toList();
    }

    private static Optional<Path> source(TrainingSetup setup, Optional<StoredImages> stored) {
        var folder = Path.of(setup.plan().data().data());
        return stored.filter(StoredImages::inFiles).isPresent() && Files.isDirectory(folder)
                ? Optional.of(folder)
                : Optional.empty();
    }

    private static Bytes cacheLimit(Bytes budget) {
        return new CacheMode.Memory().toSampleCache(budget) instanceof SampleCache.Memory(Bytes limit)
                ? limit
                : new Bytes(0);
    }

    private static double sameClassRun(DatasetSplit training) {
        int count = Math.min(LABELS, training.size());
        int[] runs = {0};
        int[] last = {-1};
        training.labels(IntStream.range(0, count).toArray(), label -> {
            runs[0] += label == last[0] ? 0 : 1;
            last[0] = label;
            return true;
        });
        return count / (double) Math.max(1, runs[0]);
    }
}
