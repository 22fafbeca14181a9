package dev.stoker.job.internal.yaml;

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
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * YAML as a tree of texts. It is read token by token, with limits on size and depth and without aliases, so no file can
 * unfold into more than it shows.
 */
public final class YamlReader {
    private static final long LARGEST = 1 << 20;
    private static final int DEEPEST = 64;

    private YamlReader() {}

    /** Made when something is read first: many a text is only asked what it is. */
    private static final class Parsers {
        private static final YAMLFactory FACTORY = YAMLFactory.builder().build();
    }

    /** Reads a file; {@code kind} says in messages what it should have been. */
    public static ConfigNode read(Path file, String kind) {
        String text = text(file, kind);
        try {
            return parsed(text, file + " is no " + kind);
        } catch (StokerException wrong) {
            throw String.valueOf(wrong.getMessage()).startsWith("line ")
                    ? new StokerException("%s, %s".formatted(file, wrong.getMessage()), wrong)
                    : wrong;
        }
    }

    /** Reads what stands within another text, where lines mean nothing. */
    public static ConfigNode parse(String text, String source) {
        return withoutLines(parsed(text, source));
    }

    /** Whether a text is a tree itself. */
    public static boolean isInline(String text) {
        return text.startsWith("[") || text.startsWith("{");
    }

    public static boolean isFile(String text) {
        return text.endsWith(".yaml") || text.endsWith(".yml");
    }

    /** The value that the parser stands at. */
    public static ConfigNode value(JsonParser parser) {
        return node(parser, 1);
    }

    private static ConfigNode parsed(String text, String source) {
        try (var parser = Parsers.FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                throw new StokerException(source + ": it is empty");
            }
            var tree = node(parser, 1);
            if (parser.nextToken() != null) {
                throw at(parser).wrong("only one document is expected");
            }
            return tree;
        } catch (JacksonException failure) {
            var place = failure.getLocation();
            throw new StokerException(
                    "%s: line %d, column %d: %s"
                            .formatted(
                                    source,
                                    place.getLineNr(),
                                    place.getColumnNr(),
                                    failure.getOriginalMessage()
                                            .lines()
                                            .findFirst()
                                            .orElse("this is not YAML")),
                    failure);
        }
    }

    private static String text(Path file, String kind) {
        try {
            long size = Files.size(file);
            if (size > LARGEST) {
                throw new StokerException(
                        "%s is no %s: it has %d bytes, such a file at most %d".formatted(file, kind, size, LARGEST));
            }
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException failure) {
            throw new StokerException("%s is no %s: it is not UTF-8 text".formatted(file, kind), failure);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the %s %s (%s)".formatted(kind, file, AtomicFile.reason(failure)), failure);
        }
    }

    private static ConfigNode node(JsonParser parser, int depth) {
        if (depth > DEEPEST) {
            throw at(parser).wrong("this is nested more than %d deep".formatted(DEEPEST));
        }
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            throw at(parser).wrong("aliases are not read; write the value out");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> entries(parser, depth);
            case START_ARRAY -> items(parser, depth);
            case VALUE_NULL -> throw at(parser).wrong("a value is missing");
            case null, default -> new ConfigNode.Scalar(parser.getString(), line(parser));
        };
    }

    private static ConfigNode entries(JsonParser parser, int depth) {
        int line = line(parser);
        var entries = new LinkedHashMap<String, ConfigNode>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            if (entries.put(key, node(parser, depth + 1)) != null) {
                throw at(parser).wrong("'%s' is given twice".formatted(key));
            }
        }
        return new ConfigNode.Mapping(entries, line);
    }

    private static ConfigNode items(JsonParser parser, int depth) {
        int line = line(parser);
        var items = new ArrayList<ConfigNode>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(parser, depth + 1));
        }
        return new ConfigNode.Sequence(items, line);
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

    private static ConfigNode at(JsonParser parser) {
        return new ConfigNode.Scalar("", line(parser));
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }
}
