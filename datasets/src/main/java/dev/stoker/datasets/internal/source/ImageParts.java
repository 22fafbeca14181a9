package dev.stoker.datasets.internal.source;

import dev.stoker.core.io.Sha256;
import dev.stoker.data.label.Targets;
import dev.stoker.datasets.DatasetFingerprint;
import dev.stoker.datasets.EncodedImageSettings;
import dev.stoker.datasets.FileFingerprint;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.internal.image.EncodedImageDatasets;
import dev.stoker.datasets.internal.image.EncodedImageReader;
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
 * @param targets what images are trained towards; empty where each has one class
 */
record ImageParts(
        String origin,
        Path folder,
        List<String> classes,
        Map<Part, EncodedImageReader> readers,
        List<Path> lists,
        Optional<Targets> targets) {
    /** With one label for each image. */
    ImageParts(
            String origin, Path folder, List<String> classes, Map<Part, EncodedImageReader> readers, List<Path> lists) {
        this(origin, folder, classes, readers, lists, Optional.empty());
    }

    ImageParts {
        classes = List.copyOf(classes);
        readers = new EnumMap<>(readers);
        lists = List.copyOf(lists);
    }

    ImageDataset dataset(EncodedImageSettings images) {
        var set = EncodedImageDatasets.set(
                        origin,
                        folder,
                        images,
                        classes,
                        reader(Part.TRAINING).orElseThrow(),
                        reader(Part.VALIDATION),
                        reader(Part.TEST))
                .with(DatasetFingerprint.of(folder, classes, this::fingerprints));
        return targets.map(set::with).orElse(set);
    }

    private Optional<EncodedImageReader> reader(Part part) {
        return Optional.ofNullable(readers.get(part));
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
