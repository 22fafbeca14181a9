package dev.stoker.datasets.catalog;

import dev.stoker.core.config.ConfigNode;
import dev.stoker.datasets.catalog.DatasetContent.ImageArchives;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the entries of a catalog that are archives of images. */
final class ImageArchivesReader {
    static final String LAYOUT = "images";

    private static final List<String> KEYS = List.of(
            "title",
            "layout",
            "bytes",
            "training",
            "validation",
            "test",
            "flip",
            "license",
            "classes",
            "names",
            "inner",
            "splits",
            "origins");
    private static final List<String> SPLITS =
            List.of(ImageArchives.TRAINING, ImageArchives.VALIDATION, ImageArchives.TEST, ImageArchives.WHOLE);
    private static final List<String> SPLIT_KEYS =
            List.of("folder", "exclude", "list", "line", "image", "class", "numbers", "labels");

    private ImageArchivesReader() {}

    static boolean describes(ConfigNode node) {
        return node instanceof ConfigNode.Mapping mapping
                && mapping.entries().get("layout") instanceof ConfigNode.Scalar layout
                && layout.text().equals(LAYOUT);
    }

    static CatalogEntry entry(String name, ConfigNode node) {
        var fields = CatalogFields.of(node, name, KEYS);
        var origins = new DatasetOriginReader(name);
        return fields.located(() -> new CatalogEntry(
                name,
                fields.text("title"),
                content(fields),
                fields.count("training"),
                optionalCount(fields, "validation"),
                optionalCount(fields, "test"),
                fields.bool("flip", true),
                fields.text("license"),
                List.of(),
                fields.items("origins").stream().map(origins::read).toList()));
    }

    private static int optionalCount(CatalogFields fields, String key) {
        return fields.arguments().node(key).isPresent() ? fields.count(key) : 0;
    }

    private static ImageArchives content(CatalogFields fields) {
        boolean named = fields.arguments()
                .node("names")
                .filter(ConfigNode.Mapping.class::isInstance)
                .isPresent();
        return new ImageArchives(
                fields.bytes("bytes"),
                fields.count("classes"),
                named ? names(fields) : Map.of(),
                named ? Optional.empty() : fields.optionalText("names"),
                fields.arguments().texts("inner").orElse(List.of()),
                splits(fields));
    }

    private static Map<String, String> names(CatalogFields fields) {
        var names = new LinkedHashMap<String, String>();
        fields.entries("names").forEach((key, node) -> {
            if (!(node instanceof ConfigNode.Scalar name) || name.text().isBlank()) {
                throw node.error("%s: the class %s needs a name"
                        .formatted(fields.arguments().owner(), key));
            }
            names.put(key, name.text());
        });
        return names;
    }

    private static Map<String, ImageSplit> splits(CatalogFields entry) {
        var splits = new LinkedHashMap<String, ImageSplit>();
        entry.entries("splits").forEach((name, node) -> {
            if (!SPLITS.contains(name)) {
                throw node.error("%s: a split is one of %s, got '%s'"
                        .formatted(entry.arguments().owner(), String.join(", ", SPLITS), name));
            }
            var fields = CatalogFields.of(node, entry.arguments().owner() + ", " + name, SPLIT_KEYS);
            splits.put(name, fields.located(() -> split(fields)));
        });
        return splits;
    }

    /** The key that it has says which kind it is. */
    private static ImageSplit split(CatalogFields fields) {
        if (fields.optionalText("folder").isPresent()) {
            return new ImageSplit.ClassFolders(
                    fields.text("folder"), fields.arguments().texts("exclude").orElse(List.of()));
        }
        return fields.optionalText("list").isPresent()
                ? new ImageSplit.ListedImages(
                        fields.text("list"), fields.text("line"), fields.text("image"), fields.text("class"))
                : new ImageSplit.NumberedImages(fields.text("numbers"), fields.text("labels"), fields.text("image"));
    }
}
