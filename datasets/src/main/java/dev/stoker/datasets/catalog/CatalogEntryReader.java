package dev.stoker.datasets.catalog;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.format.DatasetFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Turns the text of a catalog into entries. */
final class CatalogEntryReader {
    private static final Set<String> KEYS =
            Set.of("title", "layout", "shape", "training", "test", "flip", "license", "classes", "files", "origins");
    private static final Set<String> FILE_KEYS = Set.of("bytes", "md5", "sha256");
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,5})[x×](\\d{1,5})[x×](\\d{1,2})");

    private final YamlText text;

    private CatalogEntryReader(YamlText text) {
        this.text = text;
    }

    static List<CatalogEntry> read(YamlText text) {
        var reader = new CatalogEntryReader(text);
        var entries = new ArrayList<CatalogEntry>();
        text.parsed().entries().forEach((name, node) -> entries.add(reader.entry(name, node)));
        return entries;
    }

    private CatalogEntry entry(String name, YamlNode node) {
        var fields = Fields.of(text, name, node, KEYS);
        var origins = new DatasetOriginReader(text, name);
        return located(
                fields,
                () -> new CatalogEntry(
                        name,
                        fields.text("title"),
                        layout(fields),
                        shape(fields),
                        fields.number("training"),
                        fields.number("test"),
                        fields.truth("flip", true),
                        fields.text("license"),
                        fields.texts("classes"),
                        files(fields),
                        fields.sequence("origins").stream().map(origins::read).toList()));
    }

    /** Records check their values and know no lines; this adds the line. */
    static <T> T located(Fields fields, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException wrong) {
            throw fields.wrong(fields.mapping().line(), String.valueOf(wrong.getMessage()));
        }
    }

    private static DatasetFormat layout(Fields fields) {
        String key = fields.text("layout");
        var layouts =
                Arrays.stream(DatasetFormat.values()).map(DatasetFormat::key).toList();
        return Arrays.stream(DatasetFormat.values())
                .filter(layout -> layout.key().equals(key))
                .findFirst()
                .orElseThrow(() -> fields.wrong(
                        fields.needed("layout").line(),
                        "there is no layout '%s'%s (layouts: %s)"
                                .formatted(key, NameSuggestion.hint(key, layouts), String.join(", ", layouts))));
    }

    private static Shape shape(Fields fields) {
        String shape = fields.text("shape");
        var matcher = SHAPE.matcher(shape);
        if (!matcher.matches()) {
            throw fields.wrong(
                    fields.needed("shape").line(), "shape is height x width x channels, got '%s'".formatted(shape));
        }
        return new Shape(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
    }

    private List<CatalogFile> files(Fields entry) {
        var files = new ArrayList<CatalogFile>();
        entry.mapping("files").entries().forEach((name, node) -> {
            var fields = Fields.of(text, entry.owner() + ", " + name, node, FILE_KEYS);
            files.add(located(fields, () -> new CatalogFile(name, fields.bytes("bytes"), fields.checksum())));
        });
        return files;
    }

    /** Reads the one entry of a card that {@link CatalogEntryWriter} wrote. */
    static CatalogEntry readOnly(YamlText text) {
        var entries = read(text);
        if (entries.size() != 1) {
            throw new StokerException("%s must describe one set, found %d".formatted(text.source(), entries.size()));
        }
        return entries.getFirst();
    }
}
