package dev.stoker.datasets;

import dev.stoker.core.Nearest;
import dev.stoker.core.StokerException;
import dev.stoker.data.Source;
import dev.stoker.datasets.catalogue.Card;
import dev.stoker.datasets.catalogue.Catalogue;
import dev.stoker.datasets.catalogue.CatalogueEntry;
import dev.stoker.datasets.catalogue.Layout;
import dev.stoker.image.ShiftAndFlip;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds a data set by name or by folder. */
public final class Datasets {
    /** 10,000 training and 2,000 test pictures of Fashion-MNIST, evenly over the ten classes. */
    public static final String BUILT_IN = "fashion-mnist-mini";

    /** Where fetched sets lie, each in a folder of its name. */
    public static final Path FETCHED = Path.of("data");

    private static final int CIFAR_SIDE = 32;

    private Datasets() {}

    /**
     * The set of this name, or what a folder holds: shards, a tree of pictures, or files of a known layout. Pictures of
     * any size become squares of {@code size}; small ones that are stored as pixels keep the size they have.
     */
    public static ImageSet open(String nameOrFolder, int size) {
        return open(nameOrFolder, size, FETCHED);
    }

    static ImageSet open(String nameOrFolder, int size, Path fetched) {
        if (nameOrFolder.equals(BUILT_IN)) {
            return builtIn();
        }
        var byName = fetched.resolve(nameOrFolder);
        var folder = Card.isIn(byName) ? byName : Path.of(nameOrFolder);
        if (!Files.isDirectory(folder)) {
            throw missing(nameOrFolder);
        }
        if (PhotoSets.isShards(folder)) {
            return PhotoSets.shards(folder, size);
        }
        return PhotoSets.isTree(folder) ? PhotoSets.tree(folder, size) : folder(folder);
    }

    private static StokerException missing(String name) {
        var catalogue = Catalogue.usual();
        if (catalogue.find(name).isPresent()) {
            return new StokerException("%s is not here yet: run `stoker datasets get %s`".formatted(name, name));
        }
        var known = new ArrayList<>(List.of(BUILT_IN));
        known.addAll(catalogue.names());
        return new StokerException("there is no data set '%s': neither a folder nor a known name%s (known: %s)"
                .formatted(name, Nearest.hint(name, known), String.join(", ", known)));
    }

    private static ImageSet builtIn() {
        var whole = Catalogue.builtIn().entry("fashion-mnist");
        return dataset(
                BUILT_IN,
                IdxFiles.part(Datasets::resource, "train"),
                IdxFiles.part(Datasets::resource, "t10k"),
                whole.classes(),
                whole.mirror());
    }

    private static InputStream resource(String name) {
        var stream = Datasets.class.getResourceAsStream(BUILT_IN + "/" + name + ".gz");
        if (stream == null) {
            throw new IllegalStateException("the resource " + BUILT_IN + "/" + name + ".gz is not on the class path");
        }
        return stream;
    }

    private static ImageSet folder(Path folder) {
        var files = DataFolder.of(folder);
        var training = files.training();
        var described = Card.read(folder).or(() -> implied(files.layout()));
        return dataset(
                folder.toString(),
                training,
                files.test(),
                described.map(CatalogueEntry::classes).orElseGet(() -> numbered(training)),
                described.map(CatalogueEntry::mirror).orElse(true));
    }

    /** CIFAR's layouts are used by one set each; the files of the MNIST family may hold anything. */
    private static Optional<CatalogueEntry> implied(Layout layout) {
        return switch (layout) {
            case IDX -> Optional.empty();
            case CIFAR10, CIFAR100 -> Catalogue.builtIn().find(layout.key());
        };
    }

    private static List<String> numbered(Source training) {
        int classes = 1
                + IntStream.range(0, training.size()).map(training::label).max().orElse(0);
        return IntStream.range(0, classes).mapToObj(Integer::toString).toList();
    }

    private static ImageSet dataset(String name, Source training, Source test, List<String> classes, boolean mirror) {
        checkLabels(name, training, classes.size());
        checkLabels(name, test, classes.size());
        if (!training.shape().equals(test.shape())) {
            throw new StokerException("%s: training pictures are %s but test pictures are %s"
                    .formatted(name, training.shape(), test.shape()));
        }
        int padding = training.shape().height() < CIFAR_SIDE ? 2 : 4;
        var augmentation = new ShiftAndFlip(training.shape(), padding, mirror);
        return new ImageSet(
                name,
                training.shape(),
                classes,
                new PixelPart(training, augmentation),
                new PixelPart(test, augmentation),
                Normalisation.of(training));
    }

    private static void checkLabels(String name, Source source, int classes) {
        IntStream.range(0, source.size())
                .filter(i -> source.label(i) >= classes)
                .findFirst()
                .ifPresent(i -> {
                    throw new StokerException("%s: sample %d has label %d, but there are only %d classes"
                            .formatted(name, i, source.label(i), classes));
                });
    }
}
