package dev.stoker.datasets.catalog;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.datasets.format.DatasetFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the entries of a catalog. */
final class CatalogEntryReader {
    private static final String KIND = "catalog";
    private static final List<String> KEYS =
            List.of("title", "layout", "shape", "training", "test", "flip", "license", "classes", "files", "origins");
    private static final List<String> FILE_KEYS = List.of("bytes", "md5", "sha256");
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,5})[x×](\\d{1,5})[x×](\\d{1,2})");

    private CatalogEntryReader() {}

    static List<CatalogEntry> read(Path file) {
        return entries(file, YamlReader.readMapping(file, KIND));
    }

    /** Reads a text; {@code source} names it in messages. */
    static List<CatalogEntry> parse(String text, String source) {
        return entries(source, YamlReader.parseMapping(text, source, KIND));
    }

    private static List<CatalogEntry> entries(Object source, ConfigNode.Mapping catalog) {
        return YamlReader.inFile(
                source,
                () -> catalog.entries().entrySet().stream()
                        .map(entry -> entry(entry.getKey(), entry.getValue()))
                        .toList());
    }

    private static CatalogEntry entry(String name, ConfigNode node) {
        return ImageArchivesReader.describes(node) ? ImageArchivesReader.entry(name, node) : binary(name, node);
    }

    private static CatalogEntry binary(String name, ConfigNode node) {
        var fields = CatalogFields.of(node, name, KEYS);
        var origins = new DatasetOriginReader(name);
        return fields.located(() -> new CatalogEntry(
                name,
                fields.text("title"),
                layout(fields),
                shape(fields),
                fields.count("training"),
                fields.count("test"),
                fields.bool("flip", true),
                fields.text("license"),
                fields.texts("classes"),
                files(fields),
                fields.items("origins").stream().map(origins::read).toList()));
    }

    private static DatasetFormat layout(CatalogFields fields) {
        String key = fields.text("layout");
        var layouts = Stream.concat(
                        Arrays.stream(DatasetFormat.values()).map(DatasetFormat::key),
                        Stream.of(ImageArchivesReader.LAYOUT))
                .toList();
        return Arrays.stream(DatasetFormat.values())
                .filter(layout -> layout.key().equals(key))
                .findFirst()
                .orElseThrow(() -> fields.error(
                        "layout",
                        "there is no layout '%s'%s (layouts: %s)"
                                .formatted(key, NameSuggestion.didYouMean(key, layouts), String.join(", ", layouts))));
    }

    private static Shape shape(CatalogFields fields) {
        String shape = fields.text("shape");
        var matcher = SHAPE.matcher(shape);
        if (!matcher.matches()) {
            throw fields.error("shape", "shape is height x width x channels, got '%s'".formatted(shape));
        }
        return new Shape(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
    }

    private static List<CatalogFile> files(CatalogFields entry) {
        var files = new ArrayList<CatalogFile>();
        entry.entries("files").forEach((name, node) -> {
            var fields = CatalogFields.of(node, entry.arguments().owner() + ", " + name, FILE_KEYS);
            files.add(fields.located(() -> new CatalogFile(name, fields.bytes("bytes"), fields.checksum())));
        });
        return files;
    }

    /** Reads the one entry of a card that {@link CatalogEntryWriter} wrote. */
    static CatalogEntry readOnly(Path file) {
        var entries = read(file);
        if (entries.size() != 1) {
            throw new StokerException("%s must describe one dataset, found %d".formatted(file, entries.size()));
        }
        return entries.getFirst();
    }
}
