package dev.stoker.datasets;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.data.Dataset;
import dev.stoker.data.Sample;
import dev.stoker.data.SampleSource;
import dev.stoker.data.label.Targets;
import dev.stoker.datasets.internal.image.InMemoryImageSplit;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A dataset of images.
 *
 * @param shape the shape in which images are evaluated
 * @param normalization how their pixels are normalized on the device
 * @param fingerprint what a run that is resumed compares; empty where nothing can be said about the images
 * @param targets what images are trained towards; empty where each has one class
 */
public record ImageDataset(
        String name,
        Shape shape,
        List<String> classes,
        DatasetSplit training,
        Optional<DatasetSplit> validation,
        Optional<DatasetSplit> test,
        Normalization normalization,
        Optional<DatasetFingerprint> fingerprint,
        Optional<Targets> targets)
        implements LabeledDataset {
    public ImageDataset {
        classes = List.copyOf(classes);
    }

    /** With one label for each image. */
    public ImageDataset(
            String name,
            Shape shape,
            List<String> classes,
            DatasetSplit training,
            Optional<DatasetSplit> validation,
            Optional<DatasetSplit> test,
            Normalization normalization,
            Optional<DatasetFingerprint> fingerprint) {
        this(name, shape, classes, training, validation, test, normalization, fingerprint, Optional.empty());
    }

    /** With a test split, and without a fingerprint. */
    public ImageDataset(
            String name,
            Shape shape,
            List<String> classes,
            DatasetSplit training,
            DatasetSplit test,
            Normalization normalization) {
        this(name, shape, classes, training, Optional.empty(), Optional.of(test), normalization, Optional.empty());
    }

    /** Images of your own in memory, normalized by the mean and deviation measured on the training images. */
    public static ImageDataset of(String name, List<String> classes, SampleSource training, SampleSource test) {
        return of(name, classes, training, test, true);
    }

    /**
     * Images of your own in memory that have any number of classes, probabilities of classes, or numbers: a label is the number of a row.
     *
     * @param names of the classes, or of the numbers
     */
    public static ImageDataset of(
            String name, List<String> names, Targets targets, SampleSource training, SampleSource test) {
        if (targets.outputs() != names.size()) {
            throw new StokerException("%s: there are targets of %d columns, but %d names"
                    .formatted(name, targets.outputs(), names.size()));
        }
        return of(name, names, targets.size(), training, test, true).with(targets);
    }

    /** The same; {@code flip} says whether images keep their class when they are flipped horizontally. */
    static ImageDataset of(String name, List<String> classes, SampleSource training, SampleSource test, boolean flip) {
        return of(name, classes, classes.size(), training, test, flip);
    }

    private static ImageDataset of(
            String name, List<String> classes, int labels, SampleSource training, SampleSource test, boolean flip) {
        checkLabels(name, "training", training, labels);
        checkLabels(name, "test", test, labels);
        if (!training.shape().equals(test.shape())) {
            throw new StokerException("%s: training images are %s but test images are %s"
                    .formatted(name, training.shape(), test.shape()));
        }
        return new ImageDataset(
                name,
                training.shape(),
                classes,
                new InMemoryImageSplit(training, flip),
                new InMemoryImageSplit(test, flip),
                Normalization.of(training));
    }

    private static void checkLabels(String name, String split, SampleSource source, int classes) {
        IntStream.range(0, source.size())
                .filter(i -> source.label(i) >= classes)
                .findFirst()
                .ifPresent(i -> {
                    throw new StokerException(
                            "%s: sample %d of the %s images has label %d, but there are only %d classes"
                                    .formatted(name, i, split, source.label(i), classes));
                });
    }

    /** Images of pipelines of your own, normalized by the mean and deviation measured on the training images. */
    public static ImageDataset of(
            String name, List<String> classes, Shape shape, Dataset<Sample> training, Dataset<Sample> test) {
        int count = classes.size();
        return new ImageDataset(
                name,
                shape,
                classes,
                DatasetSplit.of(training.map((Sample sample) -> checked(name, sample, count)), shape),
                DatasetSplit.of(test.map((Sample sample) -> checked(name, sample, count)), shape),
                Normalization.of(training, shape));
    }

    private static Sample checked(String name, Sample sample, int classes) {
        if (sample.label() >= classes) {
            throw new StokerException("%s: a sample has label %d, but there are only %d classes"
                    .formatted(name, sample.label(), classes));
        }
        return sample;
    }

    /** The same images, normalized by a given mean and deviation. */
    public ImageDataset with(Normalization given) {
        return new ImageDataset(name, shape, classes, training, validation, test, given, fingerprint, targets);
    }

    /** The same images, whose content a fingerprint identifies. */
    public ImageDataset with(DatasetFingerprint given) {
        return new ImageDataset(
                name, shape, classes, training, validation, test, normalization, Optional.of(given), targets);
    }

    /** The same images, whose labels are numbers of rows of these targets. */
    public ImageDataset with(Targets given) {
        return new ImageDataset(
                name, shape, classes, training, validation, test, normalization, fingerprint, Optional.of(given));
    }

    @Override
    public RowFormat format() {
        return RowFormat.ofImages(shape);
    }

    @Override
    public ImageDataset withSplits(
            DatasetSplit otherTraining, Optional<DatasetSplit> otherValidation, Optional<DatasetSplit> otherTest) {
        return new ImageDataset(
                name, shape, classes, otherTraining, otherValidation, otherTest, normalization, fingerprint, targets);
    }
}
