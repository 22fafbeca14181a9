package dev.stoker.datasets;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.image.StoredImages;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Dataset;
import dev.stoker.data.Rows;
import dev.stoker.data.Sample;
import dev.stoker.data.SampleSource;
import dev.stoker.datasets.internal.image.InMemoryImageSplit;
import dev.stoker.datasets.internal.image.PipelineSplit;
import dev.stoker.image.transform.CompiledTransformChain;
import dev.stoker.image.transform.TransformChain;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** One split of a dataset, such as training or test: samples that any number of workers turn into rows. */
public interface DatasetSplit extends AutoCloseable {
    int size();

    /** Small images in memory, as pixels of one shape. A device can keep them and augment them there. */
    static DatasetSplit of(SampleSource samples) {
        return new InMemoryImageSplit(samples, true);
    }

    /**
     * The samples of a pipeline of your own, as pixels of one shape. It needs random access and a length, so that shuffling
     * and resuming are exact; workers compute a sample each time it is needed, so that the data need not fit into memory.
     */
    static DatasetSplit of(Dataset<Sample> samples, Shape shape) {
        return PipelineSplit.of(samples, shape);
    }

    /** The routes that its images can take besides {@link ImageRoute.HostAugmented}. */
    default DeviceRoutes deviceRoutes() {
        return new DeviceRoutes.None();
    }

    /**
     * Rows for training, augmented at random by the seed, for a route of {@link #deviceRoutes()} or of the host. Whatever the
     * route, a sample gets the same augmentation. Refuses settings that these samples, or this route, cannot have.
     */
    TrainingRows trainingRows(ImageRoute route, AugmentationSettings augmentation, Seed seed);

    /** Training rows that are augmented on the host. */
    default Rows<?> trainingRows(AugmentationSettings augmentation, Seed seed) {
        return trainingRows(ImageRoute.host(), augmentation, seed).rows();
    }

    /** Training rows that are augmented on the host with the default augmentation. */
    default Rows<?> trainingRows(Seed seed) {
        return trainingRows(AugmentationSettings.DEFAULTS, seed);
    }

    /** Rows for evaluation: without random augmentation, always the same. */
    Rows<?> evaluationRows();

    /** How the images are stored; empty where they are in memory, or not images. Reads the headers of some. */
    default Optional<StoredImages> storedImages() {
        return Optional.empty();
    }

    /** The transforms of evaluation rows; empty where samples are stored as they are evaluated. */
    default Optional<TransformChain> evaluationTransforms() {
        return Optional.empty();
    }

    /** Rows for evaluation with other transforms; those that are stored as they are evaluated have no use for them. */
    default Rows<?> evaluationRows(CompiledTransformChain transforms) {
        return evaluationRows();
    }

    /** The random transforms of training rows with their parameters, in order, for people; empty where there are none. */
    default List<String> transforms(AugmentationSettings augmentation) {
        return List.of();
    }

    /** What a person should know about how samples are read, a sentence each; may grow while they are. */
    default List<String> warnings() {
        return List.of();
    }

    /** The same split, whose training rows read samples through a cache. Refuses a cache that has no use for these samples. */
    default DatasetSplit cached(SampleCache cache) {
        if (cache instanceof SampleCache.None) {
            return this;
        }
        throw new StokerException("cache is for encoded images, and these samples are in memory already; remove cache")
                .about("cache");
    }

    /** A split of some of the samples, with their labels; this split still owns its files. */
    DatasetSplit select(int[] samples);

    /** Passes the labels of some samples to {@code more}, in order, until it returns false; may have to read the samples. */
    void labels(int[] samples, IntPredicate more);

    /** The labels of all samples, in order; may have to read the samples. */
    default int[] labels() {
        var labels = IntStream.builder();
        labels(IntStream.range(0, size()).toArray(), label -> {
            labels.add(label);
            return true;
        });
        return labels.build().toArray();
    }

    @Override
    void close();
}
