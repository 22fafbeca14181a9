package dev.stoker.telemetry.run;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.dataformat.yaml.YAMLFactory;

/**
 * The keys and values of a plan as texts, whatever version wrote it: {@code layers.0.kind} is the kind of the first layer,
 * and a list of plain values is one text. Aliases are not followed, so no file can expand into more than it shows.
 */
final class PlanText {
    private static final long MAX_BYTES = 1 << 20;
    private static final int MAX_DEPTH = 64;

    private final Map<String, String> values = new LinkedHashMap<>();

    private PlanText() {}

    /** Created when something is read first. */
    private static final class Parsers {
        private static final YAMLFactory FACTORY = YAMLFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .build())
                .build();
    }

    static Map<String, String> read(Path file) {
        String text = text(file);
        try (var parser = Parsers.FACTORY.createParser(ObjectReadContext.empty(), text)) {
            var plan = new PlanText();
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                plan.mapping(parser, "");
            } else if (parser.currentToken() != null) {
                throw new StokerException("%s, line 1: a plan is a mapping of keys to values".formatted(file));
            }
            return plan.values;
        } catch (JacksonException failure) {
            throw damaged(file, failure);
        }
    }

    /** What exceeds a limit has no place. */
    private static StokerException damaged(Path file, JacksonException failure) {
        String what = failure.getOriginalMessage().lines().findFirst().orElse("this is not YAML");
        var place = failure.getLocation();
        return new StokerException(
                place == null
                        ? "%s: %s".formatted(file, what)
                        : "%s, line %d: %s".formatted(file, place.getLineNr(), what),
                failure);
    }

    private static String text(Path file) {
        try {
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw new StokerException(
                        "%s is no plan: it has %d bytes, a plan at most %d".formatted(file, size, MAX_BYTES));
            }
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException failure) {
            throw new StokerException("%s is no plan: it is not UTF-8 text".formatted(file), failure);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the plan %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    private void mapping(JsonParser parser, String prefix) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = prefix + parser.currentName();
            parser.nextToken();
            value(parser, key);
        }
    }

    private void value(JsonParser parser, String key) {
        switch (parser.currentToken()) {
            case START_OBJECT -> mapping(parser, key + ".");
            case START_ARRAY -> sequence(parser, key);
            case null, default -> values.put(key, scalar(parser));
        }
    }

    private void sequence(JsonParser parser, String key) {
        List<String> plain = new ArrayList<>();
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            if (parser.currentToken() == JsonToken.START_OBJECT || parser.currentToken() == JsonToken.START_ARRAY) {
                value(parser, key + "." + i);
            } else {
                plain.add(scalar(parser));
            }
        }
        if (!plain.isEmpty()) {
            values.put(key, "[" + String.join(", ", plain) + "]");
        }
    }

    private static String scalar(JsonParser parser) {
        return parser.currentToken() == JsonToken.VALUE_NULL ? "" : parser.getString();
    }
}
