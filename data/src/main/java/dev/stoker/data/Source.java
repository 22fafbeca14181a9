package dev.stoker.data;

import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/** Labelled samples of one shape with random access; safe for any number of readers. */
public interface Source {
    int size();

    Shape shape();

    int label(int index);

    /** The bytes of a sample, {@code shape().bytes()} of them; valid as long as the source. */
    MemorySegment sample(int index);

    /** Rows of this source, each sample changed by {@code transform} with random numbers of the seed. */
    default Rows<Sample> rows(RowTransform transform, Seed seed) {
        return Dataset.samples(this).rows(shape().bytes(), (sample, row, worker) -> {
            transform.apply(sample.pixels(), row, worker.draws(seed));
            return sample.label();
        });
    }

    /** Pictures and labels in the IDX format of the MNIST family, as it is or gzipped. The names say where they came from. */
    static Source idx(InputStream images, String imagesName, InputStream labels, String labelsName) {
        return IdxSource.read(images, imagesName, labels, labelsName);
    }

    static Source idx(Path images, Path labels) {
        return IdxSource.read(images, labels);
    }

    /** The binary batches of CIFAR-10, in this order: a label and 32×32 colour pixels a record. */
    static Source cifar10(List<Path> batches) {
        return CifarSource.read(batches, 1);
    }

    /** The binary batches of CIFAR-100, with the fine of the two labels. */
    static Source cifar100(List<Path> batches) {
        return CifarSource.read(batches, 2);
    }
}
