package dev.stoker.telemetry.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** Reads one JSON object of untrusted text, within limits: the inverse of {@link Json}. */
public final class JsonReader {
    private static final int DEEPEST = 16;
    private static final int LONGEST_NUMBER = 40;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(LONGEST_NUMBER)
                    .build())
            .build();

    private JsonReader() {}

    /**
     * The fields in their order; a value is a String, Boolean, Long, Double, List or Map, or null.
     *
     * @throws IllegalArgumentException where the text is no JSON object; the message says why
     */
    public static Map<String, @Nullable Object> read(String text) {
        try (var json = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is not a JSON object");
            }
            var fields = object(json);
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("something follows the JSON object");
            }
            return fields;
        } catch (JacksonException failure) {
            throw new IllegalArgumentException(
                    failure.getOriginalMessage().lines().findFirst().orElse("it is not JSON"), failure);
        }
    }

    private static Map<String, @Nullable Object> object(JsonParser json) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            fields.put(name, value(json, json.nextToken()));
        }
        return fields;
    }

    private static List<@Nullable Object> array(JsonParser json) {
        var items = new ArrayList<@Nullable Object>();
        for (var token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            items.add(value(json, token));
        }
        return items;
    }

    private static @Nullable Object value(JsonParser json, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> object(json);
            case START_ARRAY -> array(json);
            case VALUE_STRING -> json.getString();
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case null, default -> throw new IllegalArgumentException("it has %s in place of a value".formatted(token));
        };
    }
}
