package dev.stoker.datasets.catalogue;

import dev.stoker.core.Nearest;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Turns the text of a catalogue into entries. */
final class EntryReader {
    private static final Set<String> KEYS =
            Set.of("title", "layout", "shape", "training", "test", "mirror", "licence", "classes", "files", "origins");
    private static final Set<String> FILE_KEYS = Set.of("bytes", "md5", "sha256");
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,5})[x×](\\d{1,5})[x×](\\d{1,2})");

    private final YamlText text;

    private EntryReader(YamlText text) {
        this.text = text;
    }

    static List<CatalogueEntry> read(YamlText text) {
        var reader = new EntryReader(text);
        var entries = new ArrayList<CatalogueEntry>();
        text.parsed().entries().forEach((name, node) -> entries.add(reader.entry(name, node)));
        return entries;
    }

    private CatalogueEntry entry(String name, YamlNode node) {
        var fields = Fields.of(text, name, node, KEYS);
        var origins = new OriginReader(text, name);
        return located(
                fields,
                () -> new CatalogueEntry(
                        name,
                        fields.text("title"),
                        layout(fields),
                        shape(fields),
                        fields.number("training"),
                        fields.number("test"),
                        fields.truth("mirror", true),
                        fields.text("licence"),
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

    private static Layout layout(Fields fields) {
        String key = fields.text("layout");
        var layouts = Arrays.stream(Layout.values()).map(Layout::key).toList();
        return Arrays.stream(Layout.values())
                .filter(layout -> layout.key().equals(key))
                .findFirst()
                .orElseThrow(() -> fields.wrong(
                        fields.needed("layout").line(),
                        "there is no layout '%s'%s (layouts: %s)"
                                .formatted(key, Nearest.hint(key, layouts), String.join(", ", layouts))));
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

    private List<ListedFile> files(Fields entry) {
        var files = new ArrayList<ListedFile>();
        entry.mapping("files").entries().forEach((name, node) -> {
            var fields = Fields.of(text, entry.owner() + ", " + name, node, FILE_KEYS);
            files.add(located(fields, () -> new ListedFile(name, fields.bytes("bytes"), fields.checksum())));
        });
        return files;
    }

    /** Reads the one entry of a card that {@link EntryWriter} wrote. */
    static CatalogueEntry readOnly(YamlText text) {
        var entries = read(text);
        if (entries.size() != 1) {
            throw new StokerException("%s must describe one set, found %d".formatted(text.source(), entries.size()));
        }
        return entries.getFirst();
    }
}
