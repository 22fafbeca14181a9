package dev.stoker.datasets.catalog;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Datasets that can be downloaded by name. */
public final class DatasetCatalog {
    private static final String RESOURCE = "datasets.yaml";
    private static final String IMAGES = "images.yaml";

    private final Map<String, CatalogEntry> entries;

    private DatasetCatalog(Map<String, CatalogEntry> entries) {
        this.entries = entries;
    }

    /** The catalog that ships inside. */
    public static DatasetCatalog builtIn() {
        return binaryFiles().with(resource(IMAGES));
    }

    /** The part of it that are files of a known format: every training on the bundled dataset reads it. */
    public static DatasetCatalog binaryFiles() {
        return new DatasetCatalog(Map.of()).with(resource(RESOURCE));
    }

    private static List<CatalogEntry> resource(String name) {
        try (var stream = DatasetCatalog.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the resource " + name + " is not on the class path");
            }
            return CatalogEntryReader.parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8), name);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The catalog that ships inside and, where it exists, the user's own, which takes precedence. */
    public static DatasetCatalog defaultCatalog() {
        var builtIn = builtIn();
        Path own = userFile();
        return Files.exists(own) ? builtIn.with(own) : builtIn;
    }

    /** The path of the user's own catalog, whether or not it exists. */
    public static Path userFile() {
        String folder = System.getenv("XDG_CONFIG_HOME");
        Path settings = folder == null || folder.isBlank()
                ? Path.of(System.getProperty("user.home", ""), ".config")
                : Path.of(folder);
        return settings.resolve("stoker").resolve(RESOURCE);
    }

    /** This catalog and the entries of a file, which replace earlier ones of the same name. */
    public DatasetCatalog with(Path file) {
        return with(CatalogEntryReader.read(file));
    }

    private DatasetCatalog with(List<CatalogEntry> added) {
        var all = new LinkedHashMap<>(entries);
        added.forEach(entry -> all.put(entry.name(), entry));
        return new DatasetCatalog(all);
    }

    public List<CatalogEntry> entries() {
        return List.copyOf(entries.values());
    }

    public List<String> names() {
        return List.copyOf(entries.keySet());
    }

    public Optional<CatalogEntry> find(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    /** The entry of this name; an unknown one is an error that suggests the nearest. */
    public CatalogEntry entry(String name) {
        return find(name)
                .orElseThrow(() -> new StokerException("the catalog has no dataset '%s'%s (it has: %s)"
                        .formatted(name, NameSuggestion.didYouMean(name, names()), String.join(", ", names()))));
    }
}
