package dev.stoker.cli;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** {@code train/} and {@code val/} with a folder per class and a few small images in each. */
final class SmallImageTree {
    static final int TRAINING_IMAGES = 6;
    private static final int TEST_IMAGES = 2;
    private static final int SIDE = 32;

    private SmallImageTree() {}

    static Path write(Path folder, String... classes) {
        for (int label = 0; label < classes.length; label++) {
            for (int i = 0; i < TRAINING_IMAGES + TEST_IMAGES; i++) {
                String split = i < TRAINING_IMAGES ? "train" : "val";
                write(folder.resolve(split).resolve(classes[label]), i, 40 * label + i);
            }
        }
        return folder;
    }

    private static void write(Path folder, int number, int shade) {
        var image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < SIDE * SIDE; i++) {
            image.setRGB(i % SIDE, i / SIDE, 0x10203 * shade + i);
        }
        try {
            Files.createDirectories(folder);
            ImageIO.write(image, "jpg", folder.resolve(number + ".jpg").toFile());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
