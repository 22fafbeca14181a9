package dev.stoker.datasets;

import dev.stoker.core.Nearest;
import dev.stoker.core.StokerException;
import dev.stoker.core.WholeFile;
import dev.stoker.data.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds a data set by name or by folder. */
public final class Datasets {
    /** 10,000 training and 2,000 test pictures of Fashion-MNIST, evenly over the ten classes. */
    public static final String BUILT_IN = "fashion-mnist-mini";

    private static final List<String> FASHION_CLASSES = List.of(
            "T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot");

    private Datasets() {}

    /**
     * The set of this name, or what a folder holds: shards, a tree of pictures, or files of the MNIST family. Pictures of
     * any size become squares of {@code size}; small ones that are stored as pixels keep the size they have.
     */
    public static ImageSet open(String nameOrFolder, int size) {
        if (nameOrFolder.equals(BUILT_IN)) {
            return builtIn();
        }
        var folder = Path.of(nameOrFolder);
        if (!Files.isDirectory(folder)) {
            throw new StokerException(
                    "there is no data set '%s': neither a folder nor a known name%s (known: %s)"
                            .formatted(nameOrFolder, Nearest.hint(nameOrFolder, List.of(BUILT_IN)), BUILT_IN));
        }
        if (PhotoSets.isShards(folder)) {
            return PhotoSets.shards(folder, size);
        }
        return PhotoSets.isTree(folder) ? PhotoSets.tree(folder, size) : folder(folder);
    }

    private static ImageSet builtIn() {
        return dataset(BUILT_IN, part(Datasets::resource, "train"), part(Datasets::resource, "t10k"), FASHION_CLASSES);
    }

    /** Opens a file by its name. */
    private interface Opener {
        InputStream open(String name) throws IOException;
    }

    private static InputStream resource(String name) {
        var stream = Datasets.class.getResourceAsStream(BUILT_IN + "/" + name + ".gz");
        if (stream == null) {
            throw new IllegalStateException("the resource " + BUILT_IN + "/" + name + ".gz is not on the class path");
        }
        return stream;
    }

    private static ImageSet folder(Path folder) {
        Opener files = name -> Files.newInputStream(find(folder, name));
        var training = part(files, "train");
        int classes = 1
                + IntStream.range(0, training.size()).map(training::label).max().orElse(0);
        return dataset(
                folder.toString(),
                training,
                part(files, "t10k"),
                IntStream.range(0, classes).mapToObj(Integer::toString).toList());
    }

    private static Path find(Path folder, String name) {
        return Stream.of(name, name + ".gz")
                .map(folder::resolve)
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> new StokerException(
                        "%s holds no %s (nor %s.gz): a folder of data holds shards (see `stoker prepare`), train/ and val/ with a folder per class, or the four files of the MNIST family"
                                .formatted(folder, name, name)));
    }

    private static Source part(Opener opener, String part) {
        String images = part + "-images-idx3-ubyte";
        String labels = part + "-labels-idx1-ubyte";
        try (var imageStream = opener.open(images);
                var labelStream = opener.open(labels)) {
            return Source.idx(imageStream, images, labelStream, labels);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read %s or %s (%s)".formatted(images, labels, WholeFile.reason(failure)), failure);
        }
    }

    private static ImageSet dataset(String name, Source training, Source test, List<String> classes) {
        checkLabels(name, training, classes.size());
        checkLabels(name, test, classes.size());
        if (!training.shape().equals(test.shape())) {
            throw new StokerException("%s: training pictures are %s but test pictures are %s"
                    .formatted(name, training.shape(), test.shape()));
        }
        return new ImageSet(
                name,
                training.shape(),
                classes,
                new PixelPart(training),
                new PixelPart(test),
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
