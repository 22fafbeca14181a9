package dev.stoker.datasets.internal.source;

import dev.stoker.core.ProgressReporter;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.ImageSourceSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Opens image sets as others have stored them, whatever they are stored in. */
public final class ImageSources {
    private ImageSources() {}

    /** The images of a file, or of the files of a folder; empty where these are of none of the kinds known here. */
    public static Optional<ImageDataset> open(Path path, ImageSourceSettings settings) {
        return parts(path, settings).map(parts -> parts.dataset(settings.images()));
    }

    /** Whether images are only read from a copy, and there is none yet. */
    public static boolean needsCopy(Path path, ImageSourceSettings settings) {
        return parquetFiles(path)
                .filter(files -> !ParquetCopy.isMade(path, files, parquet(path, settings)))
                .isPresent();
    }

    /** Makes the copy that is needed, so that {@link #open} finds it. */
    public static void copy(Path path, ImageSourceSettings settings, ProgressReporter progress) {
        parquetFiles(path).ifPresent(files -> ParquetCopy.of(path, files, parquet(path, settings), progress));
    }

    /** Those of another kind come first, as where they are opened. */
    private static Optional<PartFiles> parquetFiles(Path path) {
        boolean others = ImageLists.isList(path)
                || PartFiles.of(path, TarSource::accepts).isPresent()
                || PartFiles.of(path, RecordSource::accepts).isPresent();
        return others ? Optional.empty() : PartFiles.of(path, ParquetSource::accepts);
    }

    private static ImageSourceSettings parquet(Path path, ImageSourceSettings settings) {
        return settings.only(path, "Parquet", "image-feature", "label-feature");
    }

    private static Optional<ImageParts> parts(Path path, ImageSourceSettings settings) {
        if (ImageLists.isList(path)) {
            return Optional.of(list(path, settings.only(path, "a list of images", "image-root")));
        }
        return PartFiles.of(path, TarSource::accepts)
                .map(files -> TarSource.open(path, files, settings.only(path, "tars", "label-feature")))
                .or(() -> PartFiles.of(path, RecordSource::accepts).map(files -> {
                    var used = settings.only(path, "TFRecords", "image-feature", "label-feature", "shape-features");
                    return RecordSource.open(path, files, used);
                }))
                .or(() -> PartFiles.of(path, ParquetSource::accepts)
                        .map(files -> ParquetSource.open(path, files, parquet(path, settings))));
    }

    private static ImageParts list(Path path, ImageSourceSettings settings) {
        return Files.isDirectory(path)
                ? ImageListSource.open(path, ImageLists.in(path).orElseThrow(), settings)
                : ImageListSource.open(path, settings);
    }
}
