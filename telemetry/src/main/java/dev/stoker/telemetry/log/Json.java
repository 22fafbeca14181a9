package dev.stoker.telemetry.log;

import dev.stoker.core.PrintableText;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/**
 * Writes maps as JSON objects, in the order of the map. A value is a String, Boolean, Integer, Long, Float, Double,
 * List, Map, or null where it is absent; NaN and the infinities become null, since JSON has no notation for them.
 */
public final class Json {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
            .build();

    private Json() {}

    /** On one line, without spaces or a line end. */
    public static String write(Map<String, ? extends @Nullable Object> fields) {
        return write(ObjectWriteContext.empty(), fields);
    }

    /** For people: a field per line, without a line end after the last. */
    public static String writeIndented(Map<String, ? extends @Nullable Object> fields) {
        return write(new Indented(), fields);
    }

    private static String write(ObjectWriteContext context, Map<?, ?> fields) {
        var text = new StringWriter();
        try (var json = FACTORY.createGenerator(context, text)) {
            writeObject(json, fields);
        }
        return printable(text.toString());
    }

    /**
     * JSON requires escapes of the first 32 characters only. Others that a terminal obeys can only be in strings, where
     * an escape means the same.
     */
    private static String printable(String text) {
        return PrintableText.isPrintable(text)
                ? text
                : text.lines().map(PrintableText::of).collect(Collectors.joining("\n"));
    }

    private static void writeObject(JsonGenerator json, Map<?, ?> fields) {
        json.writeStartObject();
        fields.forEach((name, value) -> {
            json.writeName(String.valueOf(name));
            writeValue(json, value);
        });
        json.writeEndObject();
    }

    private static void writeArray(JsonGenerator json, List<?> items) {
        json.writeStartArray();
        items.forEach(item -> writeValue(json, item));
        json.writeEndArray();
    }

    private static void writeValue(JsonGenerator json, @Nullable Object value) {
        switch (value) {
            case null -> json.writeNull();
            case String text -> json.writeString(text);
            case Boolean truth -> json.writeBoolean(truth);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case Float number when !Float.isFinite(number) -> json.writeNull();
            case Float number -> json.writeNumber(number);
            case Double number when !Double.isFinite(number) -> json.writeNull();
            case Double number -> json.writeNumber(number);
            case List<?> items -> writeArray(json, items);
            case Map<?, ?> fields -> writeObject(json, fields);
            default -> throw unsupported(json, value);
        }
    }

    private static IllegalArgumentException unsupported(JsonGenerator json, Object value) {
        return new IllegalArgumentException(
                "the field %s holds a %s (%s), which has no form in JSON; pass its text or its number"
                        .formatted(
                                field(json.streamWriteContext()),
                                value.getClass().getName(),
                                value));
    }

    private static String field(TokenStreamContext place) {
        return place.inArray() ? field(place.getParent()) : place.currentName();
    }

    private static final class Indented extends ObjectWriteContext.Base {
        private static final DefaultPrettyPrinter STYLE = new DefaultPrettyPrinter(
                        Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER))
                .withObjectIndenter(new DefaultIndenter("  ", "\n"));

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }

        /** A printer counts its nesting, so each document needs its own. */
        @Override
        public PrettyPrinter getPrettyPrinter() {
            return STYLE.createInstance();
        }
    }
}
