package dev.stoker.datasets;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.internal.image.ImageMixture;
import dev.stoker.datasets.internal.image.InMemoryImageSplit;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Several datasets of images, mixed by weight: all encoded, or all pixels of one shape. Classes of the same name are one. Validation and test splits are those of
 * all sources, unweighted.
 */
public record MixedDataset(String name, List<Source> sources, ImageDataset whole) implements LabeledDataset {
    /** A dataset and its weight, which means something only beside those of the others. */
    public record Source(LabeledDataset dataset, double weight) {}

    public MixedDataset {
        sources = List.copyOf(sources);
    }

    /** Mixes datasets as they are stored. */
    public static MixedDataset of(String name, List<Source> sources) {
        var whole = mixed(name, sources, new Seed(0));
        return new MixedDataset(name, sources, whole.with(normalization(sources, whole)));
    }

    /** That of all sources; where each has measured its own, one is measured on the mixture. */
    private static Normalization normalization(List<Source> sources, ImageDataset whole) {
        boolean one = sources.stream()
                .allMatch(source -> source.dataset() instanceof ImageDataset images
                        && images.normalization().equals(whole.normalization()));
        return !one && whole.training() instanceof InMemoryImageSplit pixels
                ? Normalization.of(pixels.source())
                : whole.normalization();
    }

    /** Each source with a validation split of its own, so that no image is on both sides. */
    DividedDataset divided(ValidationChoice choice, Seed seed) {
        var divided = sources.stream()
                .map(source -> DividedDataset.of(source.dataset(), choice, seed))
                .toList();
        var parts = Stream.iterate(0, i -> i + 1)
                .limit(divided.size())
                .map(i -> new Source(divided.get(i).dataset(), sources.get(i).weight()))
                .toList();
        return new DividedDataset(
                mixed(name, parts, seed.forPurpose("mixture")).with(whole.normalization()),
                divided.getFirst().origin());
    }

    private static ImageDataset mixed(String name, List<Source> sources, Seed seed) {
        var classes = classes(name, sources);
        var first = (ImageDataset) sources.getFirst().dataset();
        var mixture =
                new ImageMixture(classes, sources.stream().map(Source::dataset).toList());
        return new ImageDataset(
                name,
                first.shape(),
                classes,
                mixture.weighted(sources.stream().mapToDouble(Source::weight).toArray(), seed),
                mixture.all(LabeledDataset::validation),
                mixture.all(LabeledDataset::test),
                first.normalization(),
                Optional.of(DatasetFingerprint.of(Path.of(""), classes, () -> files(sources))));
    }

    private static Stream<FileFingerprint> files(List<Source> sources) {
        return sources.stream()
                .flatMap(source -> source.dataset().fingerprint().stream())
                .flatMap(fingerprint -> fingerprint.files().map(file -> file.within(fingerprint.folder())));
    }

    /** The classes of the first source, then those that only others have. */
    private static List<String> classes(String name, List<Source> sources) {
        boolean numbered = isNumbered(sources.getFirst().dataset());
        var classes = new LinkedHashSet<String>();
        for (var source : sources) {
            if (isNumbered(source.dataset()) != numbered) {
                throw new StokerException(
                        "%s cannot be mixed: the classes of %s are %s, those of %s %s; name the classes of both, in a classes.txt beside the data"
                                .formatted(
                                        name,
                                        sources.getFirst().dataset().name(),
                                        numbered ? "numbers" : "names",
                                        source.dataset().name(),
                                        numbered ? "names" : "numbers"));
            }
            classes.addAll(source.dataset().classes());
        }
        return List.copyOf(classes);
    }

    private static boolean isNumbered(LabeledDataset dataset) {
        return dataset.classes().stream().allMatch(name -> name.matches("\\d+"));
    }

    @Override
    public RowFormat format() {
        return whole.format();
    }

    @Override
    public List<String> classes() {
        return whole.classes();
    }

    @Override
    public DatasetSplit training() {
        return whole.training();
    }

    @Override
    public Optional<DatasetSplit> validation() {
        return whole.validation();
    }

    @Override
    public Optional<DatasetSplit> test() {
        return whole.test();
    }

    @Override
    public LabeledDataset withSplits(
            DatasetSplit training, Optional<DatasetSplit> validation, Optional<DatasetSplit> test) {
        return whole.withSplits(training, validation, test);
    }

    @Override
    public Optional<DatasetFingerprint> fingerprint() {
        return whole.fingerprint();
    }
}
