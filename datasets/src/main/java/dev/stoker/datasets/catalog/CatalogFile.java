package dev.stoker.datasets.catalog;

import dev.stoker.core.Bytes;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One file of a dataset: its name, its size and, where one is published, its checksum. Without one, the archive that
 * contains it must have a checksum.
 */
public record CatalogFile(String name, Bytes size, Optional<Checksum> checksum) {
    /** A name in a catalog becomes a path, so it must not lead anywhere. */
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,199}");

    public CatalogFile {
        if (!PLAIN_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a file's name has letters, digits, dots, dashes and underscores, got '%s'".formatted(name));
        }
    }

    public CatalogFile with(Checksum known) {
        return new CatalogFile(name, size, Optional.of(known));
    }
}
