package dev.stoker.job.plan;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.internal.yaml.YamlReader;
import dev.stoker.job.internal.yaml.YamlWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/**
 * A plan as YAML: a mapping of keys to values, plain but for the few that may hold a tree. Values are read token by token
 * and nothing aliased is accepted, so no file can unfold into more than it shows.
 */
public final class PlanFile {
    private static final long LARGEST = 1 << 20;

    private static final YAMLFactory FACTORY = YAMLFactory.builder()
            .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .build();

    private PlanFile() {}

    /** Reads the file over {@code defaults}. */
    public static Plan read(Path file, Plan defaults) {
        Plan plan = defaults;
        for (var entry : entries(file).entrySet()) {
            try {
                plan = plan.with(entry.getKey(), entry.getValue());
            } catch (StokerException wrong) {
                throw new StokerException("%s: %s".formatted(file, wrong.getMessage()), wrong);
            }
        }
        return plan;
    }

    /** Writes all keys, so that defaults that change later do not change what the file means. */
    public static void write(Path file, Plan plan) {
        write(file, plan, List.of());
    }

    /** With what was found for keys that stay on auto, as comments at the end. */
    public static void write(Path file, Plan plan, List<String> found) {
        var text = new StringWriter();
        text.write("# Repeat this run: ./stoker train --plan " + file.getFileName() + "\n");
        PlanKey.groups().forEach((heading, keys) -> {
            text.write("\n# " + heading + "\n");
            write(text, plan, keys);
        });
        if (!found.isEmpty()) {
            text.write("\n");
        }
        found.forEach(sentence -> text.write("# " + sentence + "\n"));
        AtomicFile.write(file, text.toString());
    }

    private static void write(StringWriter text, Plan plan, List<PlanKey> keys) {
        var words = keys.stream().filter(key -> !key.holdsTree(plan)).toList();
        if (!words.isEmpty()) {
            try (var yaml = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
                yaml.writeStartObject();
                words.forEach(key -> yaml.writeStringProperty(key.name(), key.text(plan)));
                yaml.writeEndObject();
            }
        }
        keys.stream()
                .filter(key -> key.holdsTree(plan))
                .forEach(key -> text.write(YamlWriter.block(key.name(), YamlReader.parse(key.text(plan), key.name()))));
    }

    private static Map<String, String> entries(Path file) {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), text(file))) {
            return entries(file, parser);
        } catch (JacksonException failure) {
            var at = failure.getLocation();
            throw new StokerException(
                    "%s is not a YAML plan: line %d, column %d: %s"
                            .formatted(file, at.getLineNr(), at.getColumnNr(), firstLine(failure.getOriginalMessage())),
                    failure);
        }
    }

    private static String text(Path file) {
        try {
            long size = Files.size(file);
            if (size > LARGEST) {
                throw new StokerException(
                        "%s is no plan: it has %d bytes, a plan at most %d".formatted(file, size, LARGEST));
            }
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (java.nio.charset.CharacterCodingException failure) {
            throw new StokerException(file + " is no plan: it is not UTF-8 text", failure);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the plan %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    private static Map<String, String> entries(Path file, JsonParser parser) {
        var entries = new LinkedHashMap<String, String>();
        var first = parser.nextToken();
        if (first == null) {
            return entries;
        }
        if (first != JsonToken.START_OBJECT) {
            throw wrong(file, parser, "a plan is a mapping of keys to values");
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            if (entries.put(key, value(file, key, parser)) != null) {
                throw wrong(file, parser, "'%s' is given twice".formatted(key));
            }
        }
        if (parser.nextToken() != null) {
            throw wrong(file, parser, "only one document is expected");
        }
        return entries;
    }

    private static String value(Path file, String key, JsonParser parser) {
        var token = parser.currentToken();
        if (token != null && token.isStructStart() && PlanKey.mayHoldTree(key)) {
            try {
                return YamlWriter.line(YamlReader.value(parser));
            } catch (StokerException wrong) {
                throw new StokerException("%s, %s".formatted(file, wrong.getMessage()), wrong);
            }
        }
        boolean alias = parser instanceof YAMLParser yaml && yaml.isCurrentAlias();
        if (token == null || !token.isScalarValue() || token == JsonToken.VALUE_NULL || alias) {
            throw wrong(file, parser, "'%s' needs one plain value".formatted(key));
        }
        return parser.getString();
    }

    private static StokerException wrong(Path file, JsonParser parser, String what) {
        return new StokerException(
                "%s, line %d: %s".formatted(file, parser.currentTokenLocation().getLineNr(), what));
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse(text);
    }
}
