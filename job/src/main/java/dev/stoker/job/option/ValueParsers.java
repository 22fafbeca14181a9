package dev.stoker.job.option;

import dev.stoker.core.Bytes;
import dev.stoker.tensor.Device;
import dev.stoker.train.Interval;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** The parser of each type that an option may have. */
final class ValueParsers {
    private static final Map<Type, ValueParser<?>> BY_TYPE = Map.ofEntries(
            Map.entry(int.class, (ValueParser<Integer>) ValueParsers::integer),
            Map.entry(Integer.class, (ValueParser<Integer>) ValueParsers::integer),
            Map.entry(long.class, (ValueParser<Long>) ValueParsers::longInteger),
            Map.entry(double.class, (ValueParser<Double>) ValueParsers::number),
            Map.entry(Double.class, (ValueParser<Double>) ValueParsers::number),
            Map.entry(boolean.class, (ValueParser<Boolean>) ValueParsers::truth),
            Map.entry(Boolean.class, (ValueParser<Boolean>) ValueParsers::truth),
            Map.entry(String.class, (ValueParser<String>) text -> text),
            Map.entry(Path.class, (ValueParser<Path>) Path::of),
            Map.entry(Bytes.class, new BytesParser()),
            Map.entry(Interval.class, new IntervalParser()),
            Map.entry(Duration.class, new DurationParser()),
            Map.entry(Device.class, new DeviceParser()));

    private ValueParsers() {}

    /** The default of an optional value is the word for its absence. */
    static ValueParser<?> of(RecordComponent component, String key, String defaultText) {
        return of(component.getGenericType(), key, defaultText);
    }

    private static ValueParser<?> of(Type type, String key, String defaultText) {
        if (type instanceof ParameterizedType generic) {
            var inner = of(generic.getActualTypeArguments()[0], key, defaultText);
            if (generic.getRawType() != Auto.class) {
                return new ValueParser.OfOptional<>(inner, defaultText);
            }
            return inner instanceof EnumParser names
                    ? new ValueParser.OfAuto<>(names.or(Auto.TEXT))
                    : new ValueParser.OfAuto<>(inner);
        }
        var known = BY_TYPE.get(type);
        if (known != null) {
            return known;
        }
        var raw = (Class<?>) type;
        return raw.isEnum() ? new EnumParser(raw, key) : new OwnParser(parseMethod(raw));
    }

    private static Method parseMethod(Class<?> type) {
        try {
            return type.getMethod("parse", String.class);
        } catch (NoSuchMethodException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** Of a type that parses its texts itself, and whose {@code toString} is such a text. */
    private record OwnParser(Method method) implements ValueParser<Object> {
        @Override
        public Object parse(String text) {
            try {
                return Objects.requireNonNull(method.invoke(null, text));
            } catch (InvocationTargetException failure) {
                throw failure.getCause() instanceof RuntimeException wrong ? wrong : new IllegalStateException(failure);
            } catch (IllegalAccessException failure) {
                throw new IllegalStateException(failure);
            }
        }
    }

    private static Integer integer(String text) {
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("an integer", wrong);
        }
    }

    private static Long longInteger(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("an integer", wrong);
        }
    }

    private static Double number(String text) {
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("a number", wrong);
        }
    }

    private static Boolean truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("true or false");
        };
    }
}
