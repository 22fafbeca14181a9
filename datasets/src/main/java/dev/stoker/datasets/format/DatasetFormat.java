package dev.stoker.datasets.format;

import java.util.List;
import java.util.Locale;

/** The file format of a dataset. */
public enum DatasetFormat {
    /** The four files of the MNIST family. */
    IDX,
    /** Any number of binary batches with one label per image. */
    CIFAR10,
    /** Binary batches with a coarse and a fine label. */
    CIFAR100;

    /** The files that a folder of this format must have. */
    public List<String> needed() {
        return switch (this) {
            case IDX ->
                List.of(
                        "train-images-idx3-ubyte",
                        "train-labels-idx1-ubyte",
                        "t10k-images-idx3-ubyte",
                        "t10k-labels-idx1-ubyte");
            case CIFAR10 -> List.of("data_batch_1.bin", "test_batch.bin");
            case CIFAR100 -> List.of("train.bin", "test.bin");
        };
    }

    /** Its name in a catalog. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
