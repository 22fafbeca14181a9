package dev.stoker.datasets.internal.image;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.LabeledDataset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Splits of several datasets of images as one, all encoded or all pixels, with the labels of all classes together. */
public record ImageMixture(List<String> classes, List<LabeledDataset> sources) {
    public ImageMixture {
        classes = List.copyOf(classes);
        sources = List.copyOf(sources);
    }

    /** The split of one source, and the label of each of its classes among those of all. */
    private record Piece(LabeledDataset source, DatasetSplit split, int[] labels) {}

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
                .flatMap(source -> split.apply(source).stream().map(found -> new Piece(source, found, labels(source))))
                .toList();
        return pieces.isEmpty() ? Optional.empty() : Optional.of(joined(pieces));
    }

    private int[] labels(LabeledDataset source) {
        return source.classes().stream().mapToInt(classes::indexOf).toArray();
    }

    private static DatasetSplit joined(List<Piece> pieces) {
        return pieces.getFirst().split() instanceof InMemoryImageSplit ? pixels(pieces) : encoded(pieces);
    }

    private static DatasetSplit encoded(List<Piece> pieces) {
        var readers = pieces.stream()
                .map(piece -> new ConcatenatedReader.Piece(
                        as(EncodedImageSplit.class, piece, pieces).reader(), piece.labels()))
                .toList();
        var images = as(EncodedImageSplit.class, pieces.getFirst(), pieces).images();
        return new EncodedImageSplit(new ConcatenatedReader(readers), images);
    }

    private static DatasetSplit pixels(List<Piece> pieces) {
        var splits = pieces.stream()
                .map(piece -> as(InMemoryImageSplit.class, piece, pieces))
                .toList();
        var shape = pieces.getFirst().source().shape();
        boolean flip = splits.stream()
                .allMatch(split -> split.augmentation().defaults().flip());
        var sources = pieces.stream()
                .map(piece -> new ConcatenatedSource.Piece(
                        as(InMemoryImageSplit.class, piece, pieces).source(), piece.labels()))
                .toList();
        return new InMemoryImageSplit(new ConcatenatedSource(sources), PixelAugmentation.of(shape, flip));
    }

    /** Refuses what is stored otherwise than the first source. */
    private static <T extends DatasetSplit> T as(Class<T> kind, Piece piece, List<Piece> pieces) {
        var first = pieces.getFirst().source();
        if (!kind.isInstance(piece.split())) {
            throw new StokerException(
                    "%s cannot be mixed with %s: one holds %s, the other %s; mix image files, lists, records, tars and Parquet files, or datasets of pixels of one shape"
                            .formatted(
                                    piece.source().name(), first.name(), kind(piece.split()), kind(first.training())));
        }
        if (!piece.source().shape().equals(first.shape())) {
            throw new StokerException("%s cannot be mixed with %s: its images are %s, the others %s"
                    .formatted(
                            piece.source().name(), first.name(), piece.source().shape(), first.shape()));
        }
        return kind.cast(piece.split());
    }

    private static String kind(DatasetSplit split) {
        return switch (split) {
            case EncodedImageSplit _ -> "encoded images";
            case InMemoryImageSplit _ -> "pixels";
            default -> "rows";
        };
    }
}
