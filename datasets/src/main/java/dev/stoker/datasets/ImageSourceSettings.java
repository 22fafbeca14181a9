package dev.stoker.datasets;

import dev.stoker.core.StokerException;
import dev.stoker.data.near.NearSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How images are read from files that do not say it themselves.
 *
 * @param images what encoded images become
 * @param label the column of a list that holds the labels; empty for one called label, class or target
 * @param imageRoot the folder that the paths of a list start from; empty for the folder of the list
 * @param imageFeature the feature of a record, or the column of a Parquet file, that holds the image; empty for the default
 * @param labelFeature the same for the label, or the field of a JSON file within a tar
 * @param shapeFeatures height, width and, unless it is 3, the channels of raw pixels: features, or numbers; empty for
 *     encoded images
 * @param labels what the column of labels of a list holds
 * @param near where images of sets at an address are kept; empty where they are not
 */
public record ImageSourceSettings(
        EncodedImageSettings images,
        Optional<String> label,
        Optional<Path> imageRoot,
        Optional<String> imageFeature,
        Optional<String> labelFeature,
        List<String> shapeFeatures,
        LabelFormat labels,
        Optional<NearSettings> near) {
    public ImageSourceSettings {
        shapeFeatures = List.copyOf(shapeFeatures);
    }

    /** With nothing kept near. */
    public ImageSourceSettings(
            EncodedImageSettings images,
            Optional<String> label,
            Optional<Path> imageRoot,
            Optional<String> imageFeature,
            Optional<String> labelFeature,
            List<String> shapeFeatures,
            LabelFormat labels) {
        this(images, label, imageRoot, imageFeature, labelFeature, shapeFeatures, labels, Optional.empty());
    }

    /** Of squares of a side, with one label for each image. */
    public ImageSourceSettings(
            int size,
            Optional<String> label,
            Optional<Path> imageRoot,
            Optional<String> imageFeature,
            Optional<String> labelFeature,
            List<String> shapeFeatures) {
        this(
                EncodedImageSettings.of(size),
                label,
                imageRoot,
                imageFeature,
                labelFeature,
                shapeFeatures,
                LabelFormat.CLASS);
    }

    /** With the defaults for everything but the size. */
    public static ImageSourceSettings of(int size) {
        return new ImageSourceSettings(
                size, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());
    }

    /** The same, where images that are stored like this have a use for all that is set. */
    public ImageSourceSettings only(Object data, String kind, String... used) {
        given().filter(key -> !List.of(used).contains(key)).findFirst().ifPresent(key -> {
            throw new StokerException(
                            "%s has no use for images of %s, which is %s; remove it".formatted(key, data, kind))
                    .about(key);
        });
        return this;
    }

    private Stream<String> given() {
        return Stream.of(
                        imageRoot.map(_ -> "image-root"),
                        imageFeature.map(_ -> "image-feature"),
                        labelFeature.map(_ -> "label-feature"),
                        shapeFeatures.stream().findFirst().map(_ -> "shape-features"))
                .flatMap(Optional::stream);
    }
}
