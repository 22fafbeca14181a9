package dev.stoker.data.yaml;

import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Reads YAML as a tree of texts. It is read token by token, with limits on size and depth and without aliases, so no file
 * can expand into more than it shows.
 */
public final class YamlReader {
    private static final long MAX_BYTES = 1 << 20;
    private static final int MAX_DEPTH = 64;

    private YamlReader() {}

    /** Created when something is read first: many a text is only asked what it is. */
    private static final class Parsers {
        private static final YAMLFactory FACTORY = YAMLFactory.builder().build();
    }

    /** Reads a file; {@code kind} says in messages what it should have been. */
    public static ConfigNode read(Path file, String kind) {
        return parsed(text(file, kind), file + ", ")
                .orElseThrow(() -> new StokerException("%s is no %s: it is empty".formatted(file, kind)));
    }

    /** Reads a file of keys and values; an empty file holds none. */
    public static ConfigNode.Mapping readMapping(Path file, String kind) {
        return parseMapping(text(file, kind), file.toString(), kind);
    }

    /** Reads keys and values; an empty text holds none. */
    public static ConfigNode.Mapping parseMapping(String text, String source, String kind) {
        var tree = parsed(text, source + ", ").orElseGet(() -> ConfigNode.of(Map.of()));
        if (tree instanceof ConfigNode.Mapping mapping) {
            return mapping;
        }
        throw new StokerException(
                "%s, line %d: a %s is a mapping of keys to values".formatted(source, tree.line(), kind));
    }

    /** Reads a tree within another text, where lines mean nothing. */
    public static ConfigNode parse(String text, String source) {
        return withoutLines(parsed(text, source + ": ")
                .orElseThrow(() -> new StokerException("%s: it is empty".formatted(source))));
    }

    /** Whether a text is a tree itself. */
    public static boolean isInline(String text) {
        return text.startsWith("[") || text.startsWith("{");
    }

    public static boolean isFile(String text) {
        return text.endsWith(".yaml") || text.endsWith(".yml");
    }

    /** Adds the file to errors that name a line of it. */
    public static <T> T inFile(Object file, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (StokerException wrong) {
            throw String.valueOf(wrong.getMessage()).startsWith("line ")
                    ? new StokerException("%s, %s".formatted(file, wrong.getMessage()), wrong)
                    : wrong;
        }
    }

    private static Optional<ConfigNode> parsed(String text, String source) {
        try (var parser = Parsers.FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                return Optional.empty();
            }
            var tree = node(parser, line(parser), 1);
            if (parser.nextToken() != null) {
                throw wrong(line(parser), "only one document is expected");
            }
            return Optional.of(tree);
        } catch (JacksonException failure) {
            var place = failure.getLocation();
            String what = failure.getOriginalMessage().lines().findFirst().orElse("this is not YAML");
            throw new StokerException(
                    "%sline %d, column %d: %s".formatted(source, place.getLineNr(), place.getColumnNr(), what),
                    failure);
        } catch (StokerException wrong) {
            throw new StokerException(source + wrong.getMessage(), wrong);
        }
    }

    private static String text(Path file, String kind) {
        try {
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw new StokerException(
                        "%s is no %s: it has %d bytes, a %s at most %d".formatted(file, kind, size, kind, MAX_BYTES));
            }
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException failure) {
            throw new StokerException("%s is no %s: it is not UTF-8 text".formatted(file, kind), failure);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the %s %s (%s)".formatted(kind, file, AtomicFile.reason(failure)), failure);
        }
    }

    private static ConfigNode node(JsonParser parser, int line, int depth) {
        if (depth > MAX_DEPTH) {
            throw wrong(line, "this is nested more than %d deep".formatted(MAX_DEPTH));
        }
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            throw wrong(line, "aliases are not read; write the value out");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> entries(parser, line, depth);
            case START_ARRAY -> items(parser, line, depth);
            case VALUE_NULL -> throw wrong(line, "a value is missing");
            case null, default -> new ConfigNode.Scalar(parser.getString(), line);
        };
    }

    /** The line of a value is that of its key. */
    private static ConfigNode entries(JsonParser parser, int line, int depth) {
        var entries = new LinkedHashMap<String, ConfigNode>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            int keyLine = line(parser);
            parser.nextToken();
            if (entries.put(key, node(parser, keyLine, depth + 1)) != null) {
                throw wrong(keyLine, "'%s' is given twice".formatted(key));
            }
        }
        return new ConfigNode.Mapping(entries, line);
    }

    private static ConfigNode items(JsonParser parser, int line, int depth) {
        var items = new ArrayList<ConfigNode>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(parser, line(parser), depth + 1));
        }
        return new ConfigNode.Sequence(items, line);
    }

    private static StokerException wrong(int line, String what) {
        return new ConfigNode.Scalar("", line).error(what);
    }

    private static ConfigNode withoutLines(ConfigNode tree) {
        return switch (tree) {
            case ConfigNode.Scalar leaf -> ConfigNode.of(leaf.text());
            case ConfigNode.Sequence list ->
                ConfigNode.of(
                        list.items().stream().map(YamlReader::withoutLines).toList());
            case ConfigNode.Mapping mapping -> {
                var entries = new LinkedHashMap<String, ConfigNode>();
                mapping.entries().forEach((key, value) -> entries.put(key, withoutLines(value)));
                yield ConfigNode.of(entries);
            }
        };
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }
}
