package dev.stoker.datasets.catalogue;

import dev.stoker.core.Nearest;
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

/** Sets that can be had by name. */
public final class Catalogue {
    private static final String RESOURCE = "datasets.yaml";

    private final Map<String, CatalogueEntry> entries;

    private Catalogue(Map<String, CatalogueEntry> entries) {
        this.entries = entries;
    }

    /** The catalogue that ships inside. */
    public static Catalogue builtIn() {
        try (var stream = Catalogue.class.getResourceAsStream(RESOURCE)) {
            if (stream == null) {
                throw new IllegalStateException("the resource " + RESOURCE + " is not on the class path");
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return new Catalogue(Map.of()).with(new YamlText(RESOURCE, text));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The catalogue that ships inside and, where there is one, the user's own over it. */
    public static Catalogue usual() {
        var builtIn = builtIn();
        Path own = ofTheUser();
        return Files.exists(own) ? builtIn.with(own) : builtIn;
    }

    /** Where the user's own catalogue lies, whether or not there is one. */
    public static Path ofTheUser() {
        String folder = System.getenv("XDG_CONFIG_HOME");
        Path settings = folder == null || folder.isBlank()
                ? Path.of(System.getProperty("user.home", ""), ".config")
                : Path.of(folder);
        return settings.resolve("stoker").resolve(RESOURCE);
    }

    /** This catalogue and the entries of a file, which win over earlier ones of the same name. */
    public Catalogue with(Path file) {
        return with(YamlText.of(file));
    }

    private Catalogue with(YamlText text) {
        var all = new LinkedHashMap<>(entries);
        EntryReader.read(text).forEach(entry -> all.put(entry.name(), entry));
        return new Catalogue(all);
    }

    public List<CatalogueEntry> entries() {
        return List.copyOf(entries.values());
    }

    public List<String> names() {
        return List.copyOf(entries.keySet());
    }

    public Optional<CatalogueEntry> find(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    /** The entry of this name; an unknown one is an error that suggests the nearest. */
    public CatalogueEntry entry(String name) {
        return find(name)
                .orElseThrow(() -> new StokerException("the catalogue has no set '%s'%s (it has: %s)"
                        .formatted(name, Nearest.hint(name, names()), String.join(", ", names()))));
    }
}
