package dev.stoker.datasets.catalog;

import dev.stoker.core.Bytes;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.yaml.YamlWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes an entry in the form of a catalog, so that {@link CatalogEntryReader} reads it back. */
final class CatalogEntryWriter {
    private CatalogEntryWriter() {}

    static String write(CatalogEntry entry) {
        return YamlWriter.block(entry.name(), tree(entry));
    }

    private static ConfigNode tree(CatalogEntry entry) {
        var fields = new LinkedHashMap<String, ConfigNode>();
        fields.put("title", ConfigNode.of(entry.title()));
        fields.putAll(content(entry));
        putCount(fields, "training", entry.training());
        putCount(fields, "validation", entry.validation());
        putCount(fields, "test", entry.test());
        fields.put("flip", ConfigNode.of(Boolean.toString(entry.flip())));
        fields.put("license", ConfigNode.of(entry.license()));
        fields.put(
                "origins",
                ConfigNode.of(
                        entry.origins().stream().map(CatalogEntryWriter::tree).toList()));
        return ConfigNode.of(fields);
    }

    private static void putCount(Map<String, ConfigNode> fields, String key, int count) {
        if (count > 0) {
            fields.put(key, ConfigNode.of(Integer.toString(count)));
        }
    }

    private static Map<String, ConfigNode> content(CatalogEntry entry) {
        return switch (entry.content()) {
            case DatasetContent.BinaryFiles binary -> content(binary, entry.classes());
            case DatasetContent.ImageArchives images -> ImageArchivesWriter.fields(images);
        };
    }

    private static Map<String, ConfigNode> content(DatasetContent.BinaryFiles binary, List<String> classes) {
        var fields = new LinkedHashMap<String, ConfigNode>();
        fields.put("layout", ConfigNode.of(binary.format().key()));
        fields.put("shape", ConfigNode.of(binary.shape().toString()));
        fields.put("classes", texts(classes));
        var files = new LinkedHashMap<String, ConfigNode>();
        binary.files().forEach(file -> files.put(file.name(), tree(file)));
        fields.put("files", ConfigNode.of(files));
        return fields;
    }

    static ConfigNode texts(List<String> texts) {
        return ConfigNode.of(texts.stream().map(ConfigNode::of).toList());
    }

    private static ConfigNode tree(CatalogFile file) {
        var fields = bytes(Optional.of(file.size()));
        fields.putAll(checksum(file.checksum()));
        return ConfigNode.of(fields);
    }

    private static ConfigNode tree(DatasetOrigin origin) {
        var fields = new LinkedHashMap<String, ConfigNode>();
        switch (origin) {
            case DatasetOrigin.Https https -> fields.putAll(downloads(https));
            case DatasetOrigin.NpmPackage(String name, String version, var size) -> {
                fields.put("npm", ConfigNode.of(name + "@" + version));
                fields.putAll(bytes(size));
            }
            case DatasetOrigin.DebianPackage(String name, var size) -> {
                fields.put("debian", ConfigNode.of(name));
                fields.putAll(bytes(size));
            }
            case DatasetOrigin.LocalCopy(var path) -> fields.put("local", ConfigNode.of(path.toString()));
        }
        return ConfigNode.of(fields);
    }

    private static Map<String, ConfigNode> downloads(DatasetOrigin.Https https) {
        var fields = new LinkedHashMap<String, ConfigNode>();
        fields.put("url", ConfigNode.of(https.title()));
        var downloads = https.downloads();
        if (downloads.size() == 1) {
            fields.putAll(checksum(downloads.getFirst().checksum()));
            return fields;
        }
        var files = new LinkedHashMap<String, ConfigNode>();
        downloads.forEach(download -> files.put(download.fileName(), ConfigNode.of(checksum(download.checksum()))));
        fields.put("files", ConfigNode.of(files));
        return fields;
    }

    private static Map<String, ConfigNode> bytes(Optional<Bytes> size) {
        var fields = new LinkedHashMap<String, ConfigNode>();
        size.ifPresent(bytes -> fields.put("bytes", ConfigNode.of(Long.toString(bytes.count()))));
        return fields;
    }

    private static Map<String, ConfigNode> checksum(Optional<Checksum> checksum) {
        var fields = new LinkedHashMap<String, ConfigNode>();
        checksum.ifPresent(sum -> fields.put(sum.algorithm().key(), ConfigNode.of(sum.digits())));
        return fields;
    }
}
