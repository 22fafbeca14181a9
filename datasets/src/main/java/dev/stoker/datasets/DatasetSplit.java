package dev.stoker.datasets;

import dev.stoker.core.random.Seed;
import dev.stoker.data.Rows;
import java.util.Optional;
import java.util.function.IntPredicate;

/** One part of a set: samples that any number of workers turn into rows. */
public interface DatasetSplit extends AutoCloseable {
    int size();

    /** Rows as a model is trained with: cropped, flipped, by random numbers of the seed; refuses what it cannot do. */
    Rows<?> augmented(AugmentationSettings augmentation, Seed seed);

    /** Rows as a model is usually trained with. */
    default Rows<?> augmented(Seed seed) {
        return augmented(AugmentationSettings.USUAL, seed);
    }

    /** The samples for a device that keeps all of them; empty where they do not lie in memory as pixels. */
    default Optional<ResidentImageSplit> resident() {
        return Optional.empty();
    }

    /** The samples for a device that decodes them; empty where they are no encoded images. */
    default Optional<DeviceAugmentedImageSplit> deviceAugmented() {
        return Optional.empty();
    }

    /** Rows as a model is evaluated with: always the same. */
    Rows<?> plain();

    /** Some of the samples, with the labels they have; this part stays responsible for files. */
    DatasetSplit only(int[] samples);

    /** Shows the labels of some samples one after the other, as long as more are wanted; may have to read the samples. */
    void labels(int[] samples, IntPredicate more);

    @Override
    void close();
}
