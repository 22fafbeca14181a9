package dev.stoker.job.option;

import dev.stoker.core.StokerException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The key of one option, derived from the record component that holds its value: there is no second list to maintain. */
public final class OptionKey {
    private final RecordComponent component;
    private final String name;
    private final ValueParser<Object> parser;

    private OptionKey(RecordComponent component) {
        this.component = component;
        name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        parser = parser();
    }

    @SuppressWarnings("unchecked") // the parser is that of the component's type, and so are all values
    private ValueParser<Object> parser() {
        return (ValueParser<Object>) ValueParsers.of(component, name, defaultText());
    }

    /** The keys of a record, in its order. */
    public static List<OptionKey> of(Class<?> options) {
        return Arrays.stream(options.getRecordComponents()).map(OptionKey::new).toList();
    }

    /** A record made of one value for each of its keys. */
    public static <T> T construct(Class<T> options, List<OptionKey> keys, Function<OptionKey, Object> values) {
        return construct(
                options,
                keys.stream().map(key -> key.component).toList(),
                keys.stream().map(values));
    }

    /** A record made of the values of all its components, in order. */
    public static <T> T construct(Class<T> type, List<RecordComponent> components, Stream<Object> values) {
        var types = components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types).newInstance(values.toArray());
        } catch (InvocationTargetException failure) {
            throw failure.getCause() instanceof StokerException wrong ? wrong : new IllegalStateException(failure);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }

    public String name() {
        return name;
    }

    public String description() {
        return description(Description::value);
    }

    /** The placeholder of its value in a help text. */
    public String label() {
        return description(Description::label);
    }

    private String description(Function<Description, String> part) {
        return part.apply(Objects.requireNonNull(component.getAnnotation(Description.class), name));
    }

    /** The value where none is given, as text. */
    public String defaultText() {
        return Objects.requireNonNull(component.getAnnotation(Default.class), name)
                .value();
    }

    /** Whether it is true or false, so that the flag alone can mean true. */
    public boolean isSwitch() {
        return component.getType() == boolean.class
                || component.getGenericType().getTypeName().contains("<java.lang.Boolean>");
    }

    /** Whether its value is a file or a folder. */
    public boolean isPath() {
        return component.getGenericType().getTypeName().contains(Path.class.getName());
    }

    /** The value of a flag that is given without one, and the words that are taken as a value after it. */
    public Optional<ImpliedValue> impliedValue() {
        return implied()
                .map(value -> new ImpliedValue(
                        value,
                        Stream.concat(Stream.of("true", "false"), EnumParser.names(component.getType()).stream())
                                .toList()));
    }

    private Optional<String> implied() {
        return Optional.ofNullable(component.getAnnotation(Implied.class)).map(Implied::value);
    }

    /** The value that a text stands for; the error of a wrong one names the key. */
    public Object parse(String text) {
        try {
            return parser.parse(implied().map(value -> meaning(text, value)).orElse(text));
        } catch (IllegalArgumentException wrong) {
            throw new StokerException("%s must be %s, got '%s'".formatted(name, wrong.getMessage(), text), wrong);
        }
    }

    private static String meaning(String text, String implied) {
        return switch (text) {
            case "true" -> implied;
            case "false" -> "none";
            default -> text;
        };
    }

    public Object value(Object options) {
        return read(component, options);
    }

    /** The value in a record, as text that {@link #parse} reads back. */
    public String text(Object options) {
        return parser.text(value(options));
    }

    public static Object read(RecordComponent component, Object from) {
        try {
            return component.getAccessor().invoke(from);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
