package dev.stoker.datasets.internal.source;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.Sha256;
import dev.stoker.datasets.DatasetFingerprint;
import dev.stoker.datasets.FileFingerprint;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.Normalization;
import dev.stoker.datasets.internal.image.EncodedImageReader;
import dev.stoker.datasets.internal.image.EncodedImageSplit;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a source holds: the images of each part, and the classes.
 *
 * @param origin what was opened, for people
 * @param folder that names of files start from
 * @param lists files that say which images there are, and their labels
 */
record ImageParts(
        Path origin, Path folder, List<String> classes, Map<Part, EncodedImageReader> readers, List<Path> lists) {
    ImageParts {
        classes = List.copyOf(classes);
        readers = new EnumMap<>(readers);
        lists = List.copyOf(lists);
    }

    ImageDataset dataset(int size) {
        var test = Optional.ofNullable(readers.get(Part.VALIDATION))
                .or(() -> Optional.ofNullable(readers.get(Part.TEST)))
                .orElseThrow(() -> new StokerException(
                        "%s has images for training but none for validation or test".formatted(origin)));
        return new ImageDataset(
                origin.toString(),
                new Shape(size, size, 3),
                classes,
                new EncodedImageSplit(reader(Part.TRAINING), size),
                new EncodedImageSplit(test, size),
                Normalization.IMAGENET,
                Optional.of(DatasetFingerprint.of(folder, classes, this::fingerprints)));
    }

    private EncodedImageReader reader(Part part) {
        return Optional.ofNullable(readers.get(part)).orElseThrow();
    }

    private Stream<FileFingerprint> fingerprints() {
        return Stream.concat(
                lists.stream().map(ImageParts::ofContent),
                readers.values().stream().flatMap(reader -> reader.files(folder)));
    }

    private static FileFingerprint ofContent(Path list) {
        return FileFingerprint.ofContent(
                String.valueOf(list.getFileName()), list.toFile().length(), Sha256.of(list));
    }
}
