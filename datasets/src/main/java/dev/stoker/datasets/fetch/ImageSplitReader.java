package dev.stoker.datasets.fetch;

import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.ImageFolder;
import dev.stoker.datasets.catalog.ImageSplit;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the images of a split in unpacked archives. */
record ImageSplitReader(UnpackedFiles files) {
    List<LabeledImage> read(ImageSplit split) throws OriginException {
        try {
            return switch (split) {
                case ImageSplit.ClassFolders folders -> inFolders(folders);
                case ImageSplit.ListedImages listed -> listed(listed);
                case ImageSplit.NumberedImages numbered -> numbered(numbered);
            };
        } catch (IOException failure) {
            throw new OriginException(AtomicFile.reason(failure), failure);
        }
    }

    private List<LabeledImage> inFolders(ImageSplit.ClassFolders split) throws IOException, OriginException {
        var images = new ArrayList<LabeledImage>();
        for (Path folder : children(files.find(split.folder()))) {
            String label = String.valueOf(folder.getFileName());
            if (!split.exclude().contains(label)) {
                images(folder).forEach(image -> images.add(new LabeledImage(image, label)));
            }
        }
        return images;
    }

    private static List<Path> children(Path folder) throws IOException {
        try (var children = Files.list(folder)) {
            return children.filter(Files::isDirectory).sorted().toList();
        }
    }

    /** Archives from a Mac hold a second file beside each, whose name starts with a dot. */
    private static List<Path> images(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> !String.valueOf(file.getFileName()).startsWith(".")
                            && ImageFolder.isImage(file)
                            && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        }
    }

    private List<LabeledImage> listed(ImageSplit.ListedImages split) throws IOException, OriginException {
        var images = new ArrayList<LabeledImage>();
        var pattern = Pattern.compile(split.line());
        var lines = lines(files.find(split.list()), split.list());
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                images.add(listed(split, pattern, line, "%s, line %d".formatted(split.list(), i + 1)));
            }
        }
        return images;
    }

    private static List<String> lines(Path list, String name) throws IOException, OriginException {
        try {
            return Files.readAllLines(list);
        } catch (CharacterCodingException failure) {
            throw new OriginException("%s is not a text".formatted(name), failure);
        }
    }

    private LabeledImage listed(ImageSplit.ListedImages split, Pattern pattern, String line, String where)
            throws OriginException {
        var matcher = pattern.matcher(line);
        if (!matcher.matches()) {
            throw new OriginException("%s: '%s' is not of the form %s".formatted(where, line, split.line()));
        }
        String image = filled(split.image(), matcher);
        Path file = files.look(image)
                .filter(Files::isRegularFile)
                .orElseThrow(() -> new OriginException("%s: the image %s is missing".formatted(where, image)));
        return new LabeledImage(file, filled(split.className(), matcher));
    }

    private static String filled(String template, Matcher line) {
        String filled = template;
        for (int group = line.groupCount(); group > 0; group--) {
            filled = filled.replace("$" + group, String.valueOf(line.group(group)));
        }
        return filled;
    }

    private List<LabeledImage> numbered(ImageSplit.NumberedImages split) throws IOException, OriginException {
        int[] labels = array(split.labels());
        var images = new ArrayList<LabeledImage>();
        for (int number : array(split.numbers())) {
            if (number < 1 || number > labels.length) {
                throw new OriginException("%s names image %d, but %s has labels of %d images"
                        .formatted(split.numbers(), number, split.labels(), labels.length));
            }
            String image = split.image().formatted(number);
            Path file = files.look(image)
                    .orElseThrow(() -> new OriginException(
                            "%s names image %d, but %s is missing".formatted(split.numbers(), number, image)));
            images.add(new LabeledImage(file, Integer.toString(labels[number - 1])));
        }
        return images;
    }

    private int[] array(String fileAndName) throws IOException, OriginException {
        int hash = fileAndName.indexOf('#');
        Path file = files.find(fileAndName.substring(0, hash));
        return MatlabArrays.open(file).integers(fileAndName.substring(hash + 1));
    }
}
