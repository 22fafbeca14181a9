package dev.stoker.job.yaml;

import dev.stoker.core.StokerException;
import dev.stoker.core.Tree;
import dev.stoker.core.WholeFile;
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
public final class Yaml {
    private static final long LARGEST = 1 << 20;
    private static final int DEEPEST = 64;

    private Yaml() {}

    /** Made when something is read first: many a text is only asked what it is. */
    private static final class Parsers {
        private static final YAMLFactory FACTORY = YAMLFactory.builder().build();
    }

    /** Reads a file; {@code kind} says in messages what it should have been. */
    public static Tree read(Path file, String kind) {
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
    public static Tree parse(String text, String source) {
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
    public static Tree value(JsonParser parser) {
        return node(parser, 1);
    }

    private static Tree parsed(String text, String source) {
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
                    "cannot read the %s %s (%s)".formatted(kind, file, WholeFile.reason(failure)), failure);
        }
    }

    private static Tree node(JsonParser parser, int depth) {
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
            case null, default -> new Tree.Leaf(parser.getString(), line(parser));
        };
    }

    private static Tree entries(JsonParser parser, int depth) {
        int line = line(parser);
        var entries = new LinkedHashMap<String, Tree>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            if (entries.put(key, node(parser, depth + 1)) != null) {
                throw at(parser).wrong("'%s' is given twice".formatted(key));
            }
        }
        return new Tree.Entries(entries, line);
    }

    private static Tree items(JsonParser parser, int depth) {
        int line = line(parser);
        var items = new ArrayList<Tree>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(parser, depth + 1));
        }
        return new Tree.Items(items, line);
    }

    private static Tree withoutLines(Tree tree) {
        return switch (tree) {
            case Tree.Leaf leaf -> Tree.of(leaf.text());
            case Tree.Items list ->
                Tree.of(list.items().stream().map(Yaml::withoutLines).toList());
            case Tree.Entries mapping -> {
                var entries = new LinkedHashMap<String, Tree>();
                mapping.entries().forEach((key, value) -> entries.put(key, withoutLines(value)));
                yield Tree.of(entries);
            }
        };
    }

    private static Tree at(JsonParser parser) {
        return new Tree.Leaf("", line(parser));
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }
}
