package dev.stoker.datasets.internal.source;

import dev.stoker.core.Bytes;
import dev.stoker.data.example.ExampleWriter;
import dev.stoker.data.record.RecordWriter;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** The same few images, stored in every way, in the order of a folder of classes. */
record StoredImages(Path folder, List<Stored> training, List<Stored> validation) {
    record Stored(String path, String name, int label, byte[] encoded) {}

    static StoredImages of(Path folder) throws IOException {
        return new StoredImages(folder, images("train", 5, 1), images("val", 3, 2));
    }

    private static List<Stored> images(String part, int each, long seed) throws IOException {
        var random = new Random(seed);
        var images = new ArrayList<Stored>();
        for (String name : List.of("cat", "dog")) {
            for (int i = 0; i < each; i++) {
                String path = "%s/%s/%d.png".formatted(part, name, i);
                images.add(new Stored(path, name, name.equals("cat") ? 0 : 1, png(random, 20 + i, 24)));
            }
        }
        return images;
    }

    private static byte[] png(Random random, int width, int height) throws IOException {
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, random.nextInt(1 << 24));
            }
        }
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    /** Rows of red, green and blue, as a PNG. */
    static byte[] png(byte[] pixels, int side) throws IOException {
        var image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < side * side; i++) {
            int color = ((pixels[3 * i] & 0xff) << 16) | ((pixels[3 * i + 1] & 0xff) << 8) | (pixels[3 * i + 2] & 0xff);
            image.setRGB(i % side, i / side, color);
        }
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    Path tree() throws IOException {
        for (var images : List.of(training, validation)) {
            for (var image : images) {
                write("tree/" + image.path(), image.encoded());
            }
        }
        return folder.resolve("tree");
    }

    Path write(String name, byte[] content) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        return Files.write(folder.resolve(name), content);
    }

    Path write(String name, String content) throws IOException {
        return write(name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** One list with a column of splits, beside the tree. */
    Path list() throws IOException {
        tree();
        var text = new StringBuilder("split,image,species,color\n");
        training.forEach(image -> text.append("train,%s,%s,red%n".formatted(image.path(), image.name())));
        validation.forEach(image -> text.append("val,%s,%s,red%n".formatted(image.path(), image.name())));
        return write("tree/images.csv", text.toString());
    }

    /** Records with features of other names; labels are names or numbers. */
    Path records() throws IOException {
        Path target = folder.resolve("records");
        for (var part : List.of("train", "validation")) {
            try (var writer = RecordWriter.open(target, part, new Bytes(3000))) {
                for (var image : part.equals("train") ? training : validation) {
                    writer.write(new ExampleWriter()
                            .bytes("image_raw", image.encoded())
                            .bytes("species", image.name().getBytes(StandardCharsets.UTF_8))
                            .int64("number", image.label())
                            .floats("weight", 1)
                            .toBytes());
                }
            }
        }
        return target;
    }

    /** Two tars for training and one for validation; the label is a file, or a field of one. */
    Path tars(int longFileMode, String prefix, boolean json) throws IOException {
        int half = training.size() / 2;
        tar("tars/train-0.tar", training.subList(0, half), longFileMode, prefix, json);
        tar("tars/train-1.tar", training.subList(half, training.size()), longFileMode, prefix, json);
        tar("tars/val-0.tar", validation, longFileMode, prefix, json);
        return folder.resolve("tars");
    }

    private void tar(String name, List<Stored> images, int longFileMode, String prefix, boolean json)
            throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        try (OutputStream file = Files.newOutputStream(folder.resolve(name));
                var tar = new TarArchiveOutputStream(file)) {
            tar.setLongFileMode(longFileMode);
            put(tar, prefix + "README", "no sample".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < images.size(); i++) {
                String key = "%s%05d".formatted(prefix, i);
                String label = images.get(i).name();
                put(tar, key + ".PNG", images.get(i).encoded());
                put(tar, key + ".seg.png", new byte[] {1, 2, 3});
                put(
                        tar,
                        key + (json ? ".json" : ".cls"),
                        (json ? "{\"id\": %d, \"label\": \"%s\"}".formatted(i, label) : label + "\n")
                                .getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static void put(TarArchiveOutputStream tar, String name, byte[] content) throws IOException {
        var entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }
}
