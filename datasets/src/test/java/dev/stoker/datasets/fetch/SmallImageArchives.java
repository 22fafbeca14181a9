package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.DatasetCatalog;
import dev.stoker.datasets.catalog.DatasetContent.ImageArchives;
import dev.stoker.datasets.catalog.DatasetOrigin;
import dev.stoker.datasets.internal.unpack.TestArchives;
import dev.stoker.datasets.internal.unpack.TestArchives.Item;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** Archives of a few images in the layouts of the published ones, described by the entries of the built-in catalog. */
final class SmallImageArchives {
    private final Path scratch;

    SmallImageArchives(Path scratch) {
        this.scratch = scratch;
    }

    /** The built-in entry of this name with other numbers and another origin. */
    static CatalogEntry entry(String name, int classes, int training, int validation, int test, DatasetOrigin origin) {
        var published = DatasetCatalog.builtIn().entry(name);
        var content = (ImageArchives) published.content();
        var names = new LinkedHashMap<String, String>();
        content.names().entrySet().stream().limit(classes).forEach(each -> names.put(each.getKey(), each.getValue()));
        return new CatalogEntry(
                name,
                published.title(),
                new ImageArchives(
                        new Bytes(100_000), classes, names, content.namesFile(), content.inner(), content.splits()),
                training,
                validation,
                test,
                true,
                published.license(),
                List.of(),
                List.of(origin));
    }

    static byte[] jpeg(int number) throws IOException {
        var image = new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB);
        image.setRGB(number % 8, number / 8 % 8, 0xff00ff);
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "jpg", bytes);
        return bytes.toByteArray();
    }

    private byte[] packed(TestArchives kind, List<Item> items) throws IOException {
        return Files.readAllBytes(kind.pack(scratch, items.toArray(Item[]::new)));
    }

    /** Two classes: three images each for training, one for validation, and a file of noisy labels beside them. */
    byte[] imagenette() throws IOException {
        var items = new ArrayList<>(List.of(Item.file("imagenette2-160/noisy_imagenette.csv", "path,label\n")));
        for (String id : List.of("n01440764", "n02102040")) {
            for (int i = 0; i < 4; i++) {
                String split = i < 3 ? "train" : "val";
                items.add(Item.file("imagenette2-160/%s/%s/%s_%d.JPEG".formatted(split, id, id, i), jpeg(i)));
            }
        }
        return packed(TestArchives.TAR_GZ, items);
    }

    /** Five images of two classes; SciPy wrote the labels and the splits. */
    Map<String, byte[]> flowers() throws IOException {
        var items = new ArrayList<Item>();
        for (int i = 1; i <= 5; i++) {
            items.add(Item.file("jpg/image_%05d.jpg".formatted(i), jpeg(i)));
        }
        return Map.of(
                "102flowers.tgz", packed(TestArchives.TAR_GZ, items),
                "imagelabels.mat", MatlabArraysTest.resource("imagelabels.mat"),
                "setid.mat", MatlabArraysTest.resource("setid.mat"));
    }

    /** Two breeds with two images for training and one for testing each; one image is in no list. */
    Map<String, byte[]> pets() throws IOException {
        var items = new ArrayList<Item>();
        for (String breed : List.of("Abyssinian", "american_bulldog")) {
            for (int i = 1; i <= 4; i++) {
                items.add(Item.file("images/%s_%d.jpg".formatted(breed, i), jpeg(i)));
            }
        }
        var lists = List.of(
                Item.file(
                        "annotations/trainval.txt",
                        "Abyssinian_1 1 1 1\nAbyssinian_2 1 1 1\namerican_bulldog_1 2 2 1\namerican_bulldog_2 2 2 1\n"),
                Item.file("annotations/test.txt", "Abyssinian_3 1 1 1\namerican_bulldog_3 2 2 1\n"),
                Item.file("annotations/._trimaps", "a file of a Mac"));
        return Map.of(
                "images.tar.gz", packed(TestArchives.TAR_GZ, items),
                "annotations.tar.gz", packed(TestArchives.TAR_GZ, lists));
    }

    /** Two classes of two images each; one more line of the training list. */
    byte[] food(String furtherLine) throws IOException {
        var items = new ArrayList<Item>();
        for (String food : List.of("apple_pie", "baby_back_ribs")) {
            for (int i = 0; i < 2; i++) {
                items.add(Item.file("food-101/images/%s/10%d.jpg".formatted(food, i), jpeg(i)));
            }
        }
        items.add(Item.file("food-101/meta/train.txt", "apple_pie/100\nbaby_back_ribs/100\n" + furtherLine));
        items.add(Item.file("food-101/meta/test.txt", "apple_pie/101\nbaby_back_ribs/101\n"));
        return packed(TestArchives.TAR_GZ, items);
    }

    /** Two classes that WordNet calls crane, and a third; boxes beside the images, and a test split without labels. */
    byte[] tinyImageNet(String labelOfTheLast) throws IOException {
        var items = new ArrayList<Item>();
        for (String id : List.of("n02012849", "n03126707", "n02415577")) {
            items.add(Item.file("tiny-imagenet-200/train/%s/%s_boxes.txt".formatted(id, id), "0 0 1 1\n"));
            for (int i = 0; i < 2; i++) {
                items.add(Item.file("tiny-imagenet-200/train/%s/images/%s_%d.JPEG".formatted(id, id, i), jpeg(i)));
            }
        }
        for (int i = 0; i < 3; i++) {
            items.add(Item.file("tiny-imagenet-200/val/images/val_%d.JPEG".formatted(i), jpeg(i)));
        }
        items.add(Item.file("tiny-imagenet-200/test/images/test_0.JPEG", jpeg(0)));
        items.add(Item.file(
                "tiny-imagenet-200/val/val_annotations.txt",
                "val_0.JPEG\tn02012849\t0\t32\t44\t62\nval_1.JPEG\tn03126707\t0\t32\t44\t62\nval_2.JPEG\t%s\t0\t32\t44\t62\n"
                        .formatted(labelOfTheLast)));
        items.add(Item.file("tiny-imagenet-200/words.txt", """
            n00001740\tentity
            n02012849\tcrane
            n03126707\tcrane
            n02415577\tbighorn, bighorn sheep, cimarron
            """));
        return packed(TestArchives.ZIP, items);
    }

    /** Two classes and the clutter, in an archive inside an archive. */
    byte[] caltech() throws IOException {
        var images = List.of(
                Item.file("101_ObjectCategories/BACKGROUND_Google/image_0001.jpg", jpeg(0)),
                Item.file("101_ObjectCategories/BACKGROUND_Google/tmp", "no image"),
                Item.file("101_ObjectCategories/accordion/image_0001.jpg", jpeg(1)),
                Item.file("101_ObjectCategories/accordion/image_0002.jpg", jpeg(2)),
                Item.file("101_ObjectCategories/accordion/._image_0002.jpg", "a file of a Mac"),
                Item.file("101_ObjectCategories/yin_yang/image_0001.jpg", jpeg(3)));
        return packed(
                TestArchives.ZIP,
                List.of(
                        Item.file("__MACOSX/caltech-101/._101_ObjectCategories.tar.gz", "a file of a Mac"),
                        Item.file("caltech-101/show_annotation.m", "% a script"),
                        Item.file("caltech-101/101_ObjectCategories.tar.gz", packed(TestArchives.TAR_GZ, images))));
    }
}
