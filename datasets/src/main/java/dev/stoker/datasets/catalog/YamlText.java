package dev.stoker.datasets.catalog;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * YAML as a small tree. It is read token by token with a limit on size and depth and without aliases, so no file can
 * unfold into more than it shows.
 */
record YamlText(String source, String text) {
    private static final long LARGEST = 1 << 20;
    private static final int MAX_DEPTH = 6;
    private static final YAMLFactory FACTORY = YAMLFactory.builder().build();

    static YamlText of(Path file) {
        try {
            long size = Files.size(file);
            if (size > LARGEST) {
                throw new StokerException(
                        "%s is no catalog: it has %d bytes, a catalog at most %d".formatted(file, size, LARGEST));
            }
            return new YamlText(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        } catch (CharacterCodingException failure) {
            throw new StokerException(file + " is no catalog: it is not UTF-8 text", failure);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the catalog %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    /** The one mapping that the text holds; an empty text holds an empty one. */
    YamlNode.Mapping parsed() {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            var first = parser.nextToken();
            if (first == null) {
                return new YamlNode.Mapping(Map.of(), 1);
            }
            if (!(node(parser, line(parser), 1) instanceof YamlNode.Mapping mapping)) {
                throw wrong(1, "a catalog is a mapping of names to sets");
            }
            if (parser.nextToken() != null) {
                throw wrong(line(parser), "only one document is expected");
            }
            return mapping;
        } catch (JacksonException failure) {
            throw wrong(
                    failure.getLocation().getLineNr(),
                    failure.getOriginalMessage().lines().findFirst().orElse("this is not YAML"));
        }
    }

    StokerException wrong(int line, String what) {
        return new StokerException("%s, line %d: %s".formatted(source, line, what));
    }

    private YamlNode node(JsonParser parser, int line, int depth) {
        if (depth > MAX_DEPTH && parser.currentToken().isStructStart()) {
            throw wrong(line, "nothing in a catalog is nested more than %d deep".formatted(MAX_DEPTH));
        }
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            throw wrong(line, "aliases are not read; write the value out");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(parser, line, depth);
            case START_ARRAY -> sequence(parser, line, depth);
            case VALUE_NULL -> throw wrong(line, "a value is missing");
            case null, default -> new YamlNode.Text(parser.getString(), line);
        };
    }

    private YamlNode mapping(JsonParser parser, int line, int depth) {
        var entries = new LinkedHashMap<String, YamlNode>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            int keyLine = line(parser);
            parser.nextToken();
            if (entries.put(key, node(parser, keyLine, depth + 1)) != null) {
                throw wrong(keyLine, "'%s' is given twice".formatted(key));
            }
        }
        return new YamlNode.Mapping(entries, line);
    }

    private YamlNode sequence(JsonParser parser, int line, int depth) {
        var items = new ArrayList<YamlNode>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(parser, line(parser), depth + 1));
        }
        return new YamlNode.Sequence(items, line);
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }
}
