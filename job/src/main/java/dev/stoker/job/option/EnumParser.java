package dev.stoker.job.option;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Constants by their names in small letters with dashes; an unknown name is an error that suggests the nearest. */
record EnumParser(Class<?> type, String key, List<String> others) implements ValueParser<Object> {
    EnumParser(Class<?> type, String key) {
        this(type, key, List.of());
    }

    /** Whose errors name another word that is known too. */
    EnumParser or(String word) {
        return new EnumParser(type, key, List.of(word));
    }

    @Override
    public Object parse(String text) {
        var names = names(type);
        int index = names.indexOf(text);
        if (index < 0) {
            var known = Stream.concat(names.stream(), others.stream()).toList();
            throw new StokerException("there is no %s '%s'%s (known: %s)"
                    .formatted(key, text, NameSuggestion.didYouMean(text, known), String.join(", ", known)));
        }
        return type.getEnumConstants()[index];
    }

    @Override
    public String text(Object value) {
        return text((Enum<?>) value);
    }

    static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> names(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> text((Enum<?>) constant))
                .toList();
    }
}
