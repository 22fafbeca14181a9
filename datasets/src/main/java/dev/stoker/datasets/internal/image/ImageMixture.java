package dev.stoker.datasets.internal.image;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.LabeledDataset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Splits of several datasets of encoded images as one, with the labels of all classes together. */
public record EncodedImageMixture(List<String> classes, List<LabeledDataset> sources, int side) {
    public EncodedImageMixture {
        classes = List.copyOf(classes);
        sources = List.copyOf(sources);
    }

    /** The training images, each source as often as its weight says. */
    public DatasetSplit weighted(double[] weights, Seed seed) {
        double sum = Arrays.stream(weights).sum();
        int[] sizes =
                sources.stream().mapToInt(source -> source.training().size()).toArray();
        double[] shares = Arrays.stream(weights).map(weight -> weight / sum).toArray();
        var all = all(source -> Optional.of(source.training())).orElseThrow();
        return all.select(new MixtureOrder(sizes, shares, seed).samples());
    }

    /** All images of a split, of the sources that have it; empty where none has. */
    public Optional<DatasetSplit> all(Function<LabeledDataset, Optional<DatasetSplit>> split) {
        var pieces = sources.stream()
                .flatMap(source -> split.apply(source).stream().map(found -> piece(source, found)))
                .toList();
        return pieces.isEmpty()
                ? Optional.empty()
                : Optional.of(new EncodedImageSplit(new ConcatenatedReader(pieces), side));
    }

    private ConcatenatedReader.Piece piece(LabeledDataset source, DatasetSplit split) {
        if (!(split instanceof EncodedImageSplit images)) {
            throw new StokerException(
                    "%s cannot be mixed with others: it holds pixels or rows, and only image files, lists, records, tars and Parquet files can be mixed"
                            .formatted(source.name()));
        }
        int[] labels = source.classes().stream().mapToInt(classes::indexOf).toArray();
        return new ConcatenatedReader.Piece(images.reader(), labels);
    }
}
