package dev.stoker.datasets;

import dev.stoker.core.Seed;
import dev.stoker.data.Rows;
import java.util.Optional;
import java.util.function.IntPredicate;

/** One part of a set: samples that any number of workers turn into rows. */
public interface Part extends AutoCloseable {
    int size();

    /** Rows as a model is trained with: cropped, mirrored, by random numbers of the seed; refuses what it cannot do. */
    Rows<?> augmented(Augmentation augmentation, Seed seed);

    /** Rows as a model is usually trained with. */
    default Rows<?> augmented(Seed seed) {
        return augmented(Augmentation.USUAL, seed);
    }

    /** The samples for a device that keeps all of them; empty where they do not lie in memory as pixels. */
    default Optional<ResidentPart> resident() {
        return Optional.empty();
    }

    /** The samples for a device that decodes them; empty where they are no encoded pictures. */
    default Optional<TravellingPart> travelling() {
        return Optional.empty();
    }

    /** Rows as a model is evaluated with: always the same. */
    Rows<?> plain();

    /** Some of the samples, with the labels they have; this part stays responsible for files. */
    Part only(int[] samples);

    /** Shows the labels of some samples one after the other, as long as more are wanted; may have to read the samples. */
    void labels(int[] samples, IntPredicate more);

    @Override
    void close();
}
