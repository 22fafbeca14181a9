package dev.stoker.datasets.format;

import java.util.List;
import java.util.Locale;

/** How the files of a set are read. */
public enum DatasetFormat {
    /** The four files of the MNIST family. */
    IDX,
    /** Binary batches with one label, as many as there are. */
    CIFAR10,
    /** Binary batches with a coarse and a fine label. */
    CIFAR100;

    /** The files without which a folder is no such set. */
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

    /** The word in a catalog. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
