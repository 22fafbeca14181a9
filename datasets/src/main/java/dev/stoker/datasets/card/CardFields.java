package dev.stoker.datasets.card;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fields of a JSON object by type; one that is missing or of another type is an IllegalArgumentException. */
record CardFields(Map<String, @Nullable Object> fields) {

    boolean has(String name) {
        return fields.get(name) != null;
    }

    String text(String name) {
        return text(name, fields.get(name));
    }

    Optional<String> optionalText(String name) {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    private static String text(String name, @Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw wrong(name, "a text", value);
    }

    long number(String name) {
        if (fields.get(name) instanceof Long number) {
            return number;
        }
        throw wrong(name, "a whole number", fields.get(name));
    }

    Optional<Integer> optionalNumber(String name) {
        return has(name) ? Optional.of(Math.toIntExact(number(name))) : Optional.empty();
    }

    List<String> texts(String name) {
        return list(name, item -> text(name, item));
    }

    List<Integer> wholeNumbers(String name) {
        return list(name, item -> {
            if (item instanceof Long number && number > 0 && number <= Integer.MAX_VALUE) {
                return number.intValue();
            }
            throw wrong(name, "numbers above 0", item);
        });
    }

    List<Double> numbers(String name) {
        return list(name, item -> switch (item) {
            case Double number -> number;
            case Long number -> number.doubleValue();
            case null, default -> throw wrong(name, "numbers", item);
        });
    }

    List<CardFields> objects(String name) {
        return list(name, item -> new CardFields(object(name, item)));
    }

    Map<String, String> textMap(String name) {
        var texts = new LinkedHashMap<String, String>();
        object(name, fields.get(name)).forEach((key, value) -> texts.put(key, text(key, value)));
        return texts;
    }

    @SuppressWarnings("unchecked") // names of JSON are texts
    private static Map<String, @Nullable Object> object(String name, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw wrong(name, "a mapping", value);
    }

    private <T> List<T> list(String name, Function<@Nullable Object, T> item) {
        if (fields.get(name) instanceof List<?> items) {
            return items.stream().<T>map(item).toList();
        }
        throw wrong(name, "a list", fields.get(name));
    }

    private static IllegalArgumentException wrong(String name, String expected, @Nullable Object value) {
        return new IllegalArgumentException(
                value == null
                        ? "it lacks %s".formatted(name)
                        : "%s must be %s, got %.100s".formatted(name, expected, value));
    }
}
