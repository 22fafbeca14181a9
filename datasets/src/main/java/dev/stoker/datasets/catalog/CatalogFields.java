package dev.stoker.datasets.catalog;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigArguments;
import dev.stoker.core.config.ConfigNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The values of one mapping of a catalog: texts that are not blank, counts and checksums. */
record CatalogFields(ConfigNode node, ConfigArguments arguments) {
    /** Keys of older catalogs. */
    private static final Map<String, String> RENAMED = Map.of("mirror", "flip", "licence", "license");

    static CatalogFields of(ConfigNode node, String owner, List<String> known) {
        if (node instanceof ConfigNode.Mapping mapping) {
            mapping.entries().forEach((key, value) -> {
                String now = RENAMED.getOrDefault(key, key);
                if (!known.contains(key) && known.contains(now)) {
                    throw value.error("%s: the key '%s' is now called %s".formatted(owner, key, now));
                }
            });
        }
        return new CatalogFields(node, ConfigArguments.of(node, owner, known));
    }

    /** Records check their values and know no lines; this adds the line. */
    <T> T located(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException wrong) {
            throw arguments.error(String.valueOf(wrong.getMessage()));
        }
    }

    StokerException error(String key, String what) {
        return arguments.error(key, what);
    }

    Optional<String> optionalText(String key) {
        return arguments.text(key).map(text -> filled(key, text));
    }

    String text(String key) {
        return filled(key, arguments.requiredText(key));
    }

    private String filled(String key, String text) {
        if (text.isBlank()) {
            throw error(key, "'%s' is empty".formatted(key));
        }
        return text;
    }

    List<String> texts(String key) {
        items(key);
        return arguments.texts(key).orElseThrow();
    }

    List<ConfigNode> items(String key) {
        if (!(arguments.requiredNode(key) instanceof ConfigNode.Sequence sequence)) {
            throw error(key, "'%s' needs a list".formatted(key));
        }
        if (sequence.items().isEmpty()) {
            throw error(key, "'%s' is empty".formatted(key));
        }
        return sequence.items();
    }

    Map<String, ConfigNode> entries(String key) {
        if (arguments.requiredNode(key) instanceof ConfigNode.Mapping nested) {
            return nested.entries();
        }
        throw error(key, "'%s' needs keys and values".formatted(key));
    }

    int count(String key) {
        long count = longCount(key);
        if (count > Integer.MAX_VALUE) {
            throw error(key, "%s must be at most %d, got %d".formatted(key, Integer.MAX_VALUE, count));
        }
        return (int) count;
    }

    Bytes bytes(String key) {
        return new Bytes(longCount(key));
    }

    private long longCount(String key) {
        String value = text(key);
        if (value.matches("[0-9]{1,18}")) {
            return Long.parseLong(value);
        }
        throw error(key, "%s must be an integer, got '%s'".formatted(key, value));
    }

    boolean bool(String key, boolean otherwise) {
        return arguments.bool(key, otherwise);
    }

    /** The checksum under md5 or sha256; the stronger where both are given. */
    Optional<Checksum> checksum() {
        return List.of(Checksum.Algorithm.SHA256, Checksum.Algorithm.MD5).stream()
                .flatMap(algorithm ->
                        optionalText(algorithm.key()).map(digits -> new Checksum(algorithm, digits)).stream())
                .findFirst();
    }
}
