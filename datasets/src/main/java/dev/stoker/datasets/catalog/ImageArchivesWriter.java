package dev.stoker.datasets.catalog;

import dev.stoker.core.config.ConfigNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes what {@link ImageArchivesReader} reads. */
final class ImageArchivesWriter {
    private ImageArchivesWriter() {}

    static Map<String, ConfigNode> fields(DatasetContent.ImageArchives images) {
        var fields = new LinkedHashMap<String, ConfigNode>();
        fields.put("layout", ConfigNode.of(ImageArchivesReader.LAYOUT));
        fields.put("bytes", ConfigNode.of(Long.toString(images.size().count())));
        fields.put("classes", ConfigNode.of(Integer.toString(images.classes())));
        images.namesFile().ifPresent(file -> fields.put("names", ConfigNode.of(file)));
        if (!images.names().isEmpty()) {
            var names = new LinkedHashMap<String, ConfigNode>();
            images.names().forEach((key, name) -> names.put(key, ConfigNode.of(name)));
            fields.put("names", ConfigNode.of(names));
        }
        putList(fields, "inner", images.inner());
        var splits = new LinkedHashMap<String, ConfigNode>();
        images.splits().forEach((name, split) -> splits.put(name, tree(split)));
        fields.put("splits", ConfigNode.of(splits));
        return fields;
    }

    private static ConfigNode tree(ImageSplit split) {
        var fields = new LinkedHashMap<String, ConfigNode>();
        switch (split) {
            case ImageSplit.ClassFolders(String folder, var exclude) -> {
                fields.put("folder", ConfigNode.of(folder));
                putList(fields, "exclude", exclude);
            }
            case ImageSplit.ListedImages(String list, String line, String image, String className) -> {
                fields.put("list", ConfigNode.of(list));
                fields.put("line", ConfigNode.of(line));
                fields.put("image", ConfigNode.of(image));
                fields.put("class", ConfigNode.of(className));
            }
            case ImageSplit.NumberedImages(String numbers, String labels, String image) -> {
                fields.put("numbers", ConfigNode.of(numbers));
                fields.put("labels", ConfigNode.of(labels));
                fields.put("image", ConfigNode.of(image));
            }
        }
        return ConfigNode.of(fields);
    }

    private static void putList(Map<String, ConfigNode> fields, String key, List<String> texts) {
        if (!texts.isEmpty()) {
            fields.put(key, CatalogEntryWriter.texts(texts));
        }
    }
}
