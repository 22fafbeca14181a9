package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.DatasetCard;
import dev.stoker.datasets.catalog.DatasetContent.ImageArchives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Puts the images of unpacked archives into a folder per class in a folder per split. */
final class ImageFolderBuilder {
    private final CatalogEntry entry;
    private final ImageArchives content;
    private final UnpackedFiles files;
    private final Path into;
    private final FetchProgress progress;
    private final List<Path> placed = new ArrayList<>();
    private final Set<Path> folders = new TreeSet<>();

    ImageFolderBuilder(
            CatalogEntry entry, ImageArchives content, UnpackedFiles files, Path into, FetchProgress progress) {
        this.entry = entry;
        this.content = content;
        this.files = files;
        this.into = into;
        this.progress = progress;
    }

    /** The entry with the numbers of images that were found; they are on the disk when this returns. */
    CatalogEntry build(boolean verified, Placement placement) throws OriginException {
        var splits = new LinkedHashMap<String, List<LabeledImage>>();
        var reader = new ImageSplitReader(files);
        for (var split : content.splits().entrySet()) {
            splits.put(split.getKey(), reader.read(split.getValue()));
            progress.throwIfCanceled();
        }
        var labels = labels(splits);
        var found = entry.withImages(
                Math.max(1, size(splits, ImageArchives.TRAINING) + size(splits, ImageArchives.WHOLE)),
                size(splits, ImageArchives.VALIDATION),
                size(splits, ImageArchives.TEST));
        checkCounts(found, labels.size(), verified);
        place(splits, ClassFolderNames.of(labels, content, files), placement);
        force();
        return found;
    }

    /** How an image gets to its place. */
    @FunctionalInterface
    interface Placement {
        void place(Path from, Path to) throws IOException;

        /** For files of this download. */
        static void move(Path from, Path to) throws IOException {
            Files.move(from, to);
        }

        /** For files of the user, which stay where they are. */
        static void link(Path from, Path to) throws IOException {
            try {
                Files.createLink(to, from);
            } catch (IOException | UnsupportedOperationException _) {
                Files.copy(from, to); // another disk, or one without links
            }
        }
    }

    private static int size(Map<String, List<LabeledImage>> splits, String name) {
        return splits.getOrDefault(name, List.of()).size();
    }

    /** A class that only evaluation has could not be learned, and would be a mistake of the lists. */
    private static Set<String> labels(Map<String, List<LabeledImage>> splits) throws OriginException {
        var known = new TreeSet<String>();
        boolean first = true;
        for (var split : splits.entrySet()) {
            for (LabeledImage image : split.getValue()) {
                if (known.add(image.label()) && !first) {
                    throw new OriginException(
                            "%s has the class '%s', which train lacks".formatted(split.getKey(), image.label()));
                }
            }
            first = false;
        }
        return known;
    }

    /** What a checksum verified is what was published, whatever a catalog counts; other copies may lack files. */
    private void checkCounts(CatalogEntry found, int classes, boolean verified) throws OriginException {
        if (classes == content.classes() && found.images() == entry.images()) {
            return;
        }
        String difference = "it has %,d images of %,d classes, expected %,d of %,d"
                .formatted(found.images(), classes, entry.images(), content.classes());
        if (!verified || classes < 2) {
            throw new OriginException(difference);
        }
        progress.reporter().message(difference);
    }

    private void place(Map<String, List<LabeledImage>> splits, ClassFolderNames names, Placement placement)
            throws OriginException {
        for (var split : splits.entrySet()) {
            boolean whole = split.getKey().equals(ImageArchives.WHOLE);
            Path folder = whole ? into : into.resolve(split.getKey());
            folders.add(folder);
            for (LabeledImage image : split.getValue()) {
                place(image.file(), folder.resolve(names.folder(image.label())), placement);
            }
        }
    }

    private void place(Path image, Path folder, Placement placement) throws OriginException {
        progress.throwIfCanceled();
        Path to = folder.resolve(String.valueOf(image.getFileName()));
        if (Files.exists(to)) {
            throw new OriginException("the image %s occurs twice".formatted(into.relativize(to)));
        }
        LocalDisk.change(to, () -> {
            Files.createDirectories(folder);
            placement.place(image, to);
        });
        folders.add(folder);
        placed.add(to);
    }

    /** Files first, then each folder once: a name is on the disk when its folder is. */
    private void force() {
        progress.begin("writing %,d images".formatted(placed.size()), Optional.empty());
        new ForcedFiles(placed).force(done -> progress.reached(new Bytes(done)));
        folders.add(into);
        for (Path folder : folders) {
            LocalDisk.change(folder, () -> AtomicFile.syncDirectory(folder.resolve(DatasetCard.FILE_NAME)));
        }
    }
}
