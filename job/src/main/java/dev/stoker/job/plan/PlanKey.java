package dev.stoker.job.plan;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.job.internal.yaml.YamlReader;
import dev.stoker.job.internal.yaml.YamlWriter;
import dev.stoker.train.evaluation.TestTimeAugmentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One key of the plan, derived from the component of a chapter that holds it: there is no second list to keep. */
public final class PlanKey {
    private static final List<RecordComponent> GROUPS = List.of(Plan.class.getRecordComponents());

    private static final List<PlanKey> ALL =
            GROUPS.stream().flatMap(PlanKey::ofGroup).toList();

    /** Keys whose value may be a tree instead of a word; within a plan it is YAML on one line. */
    private static final Set<String> TREES = Set.of("model", "columns");

    private final RecordComponent group;
    private final RecordComponent component;
    private final String name;

    private PlanKey(RecordComponent group, RecordComponent component) {
        this.group = group;
        this.component = component;
        name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static Stream<PlanKey> ofGroup(RecordComponent group) {
        return Arrays.stream(group.getType().getRecordComponents()).map(component -> new PlanKey(group, component));
    }

    public static List<PlanKey> all() {
        return ALL;
    }

    /** All keys under their headings; headings, and keys under each, in the order of the plan. */
    public static Map<String, List<PlanKey>> groups() {
        return ALL.stream().collect(Collectors.groupingBy(PlanKey::heading, LinkedHashMap::new, Collectors.toList()));
    }

    private String heading() {
        return Objects.requireNonNull(group.getType().getAnnotation(OptionGroup.class), group.getName())
                .value();
    }

    /** The plan of which nothing was said. */
    static Plan defaults() {
        return planOf(each -> groupOf(each, key -> key.parse(key.defaultText())));
    }

    /** What it is where nothing is said of it, as text. */
    public String defaultText() {
        return Objects.requireNonNull(component.getAnnotation(Default.class), name)
                .value();
    }

    /** The key of this name; an unknown one is an error that suggests the nearest. */
    public static PlanKey named(String name) {
        return ALL.stream().filter(key -> key.name.equals(name)).findFirst().orElseThrow(() -> {
            var names = ALL.stream().map(PlanKey::name).toList();
            return new StokerException("there is no plan key '%s'%s".formatted(name, NameSuggestion.hint(name, names)));
        });
    }

    public String name() {
        return name;
    }

    public String description() {
        return Objects.requireNonNull(component.getAnnotation(Description.class), name)
                .value();
    }

    /** The value in the plan, as text that {@link #set} reads back. */
    public String text(Plan plan) {
        Object value = value(plan);
        if (canBeAuto() && ((Number) value).doubleValue() == 0) {
            return Plan.AUTO;
        }
        return value instanceof Enum<?> constant ? textOf(constant) : value.toString();
    }

    private static String textOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private boolean canBeAuto() {
        return component.isAnnotationPresent(OrAuto.class);
    }

    static boolean mayHoldTree(String name) {
        return TREES.contains(name);
    }

    /** Whether the value is more than a word. */
    boolean holdsTree(Plan plan) {
        return TREES.contains(name) && YamlReader.isInline(text(plan));
    }

    /** The value as a message may show it. */
    public String shown(Plan plan) {
        if (!holdsTree(plan)) {
            return text(plan);
        }
        return name.equals("model") ? ModelOptions.shown(text(plan)) : "those of the plan";
    }

    /** Whether it is true or false, so that the flag alone can mean true. */
    public boolean isSwitch() {
        return component.getType() == boolean.class;
    }

    /** What the flag means without a word behind it, and the words that may stand there; empty where it needs one. */
    public Optional<Alone> alone() {
        return component.getType() == TestTimeAugmentation.class
                ? Optional.of(new Alone("true", List.of("true", "false", "none", "flip", "shifts")))
                : Optional.empty();
    }

    /** A flag that may stand alone. */
    public record Alone(String meaning, List<String> words) {
        public Alone {
            words = List.copyOf(words);
        }
    }

    /** The plan with this key changed. */
    public Plan set(Plan plan, String text) {
        Object value = parse(text);
        return planOf(
                each -> each == group ? groupOf(each, key -> key == this ? value : key.value(plan)) : read(each, plan));
    }

    private Object value(Plan plan) {
        return read(component, read(group, plan));
    }

    private static Plan planOf(Function<RecordComponent, Object> groups) {
        return made(Plan.class, GROUPS, GROUPS.stream().map(groups));
    }

    private static Object groupOf(RecordComponent group, Function<PlanKey, Object> values) {
        var keys = ALL.stream().filter(key -> key.group == group).toList();
        return made(
                group.getType(),
                keys.stream().map(key -> key.component).toList(),
                keys.stream().map(values));
    }

    private static Object read(RecordComponent component, Object from) {
        try {
            return component.getAccessor().invoke(from);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static <T> T made(Class<T> type, List<RecordComponent> components, Stream<Object> values) {
        var types = components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types).newInstance(values.toArray());
        } catch (InvocationTargetException failure) {
            throw failure.getCause() instanceof StokerException wrong ? wrong : new IllegalStateException(failure);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private Object parse(String text) {
        Class<?> type = component.getType();
        try {
            if (canBeAuto()) {
                return numberOrAuto(type, text);
            }
            if (type == int.class) {
                return Integer.parseInt(text);
            }
            if (type == long.class) {
                return Long.parseLong(text);
            }
            if (type == double.class) {
                return Double.parseDouble(text);
            }
            if (type == boolean.class) {
                return truth(text);
            }
            if (type == AutoCount.class) {
                return AutoCount.parse(text);
            }
            if (type == MaximumShift.class) {
                return MaximumShift.parse(text);
            }
            if (type == CudnnSearch.class) {
                return CudnnSearch.parse(text);
            }
            if (type == TestTimeAugmentation.class) {
                return constant(type, ttaIfBoolean(text));
            }
            if (mayHoldTree(name) && YamlReader.isInline(text)) {
                return YamlWriter.line(YamlReader.parse(text, name)); // two ways to write a tree are one value
            }
            return type.isEnum() ? constant(type, text) : text;
        } catch (NumberFormatException _) {
            throw new StokerException("%s must be %s, got '%s'"
                    .formatted(name, canBeAuto() ? kind(type) + " or auto" : kind(type), text));
        } catch (IllegalArgumentException wrong) {
            throw new StokerException("%s must be %s, got %s".formatted(name, wrong.getMessage(), text));
        }
    }

    private static Number numberOrAuto(Class<?> type, String text) {
        boolean whole = type == int.class;
        if (text.equals(Plan.AUTO)) {
            return whole ? (Number) 0 : (Number) 0.0;
        }
        Number number = whole ? (Number) Integer.parseInt(text) : (Number) Double.parseDouble(text);
        if (number.doubleValue() == 0) {
            throw new IllegalArgumentException((whole ? "at least 1" : "above 0") + ", or auto");
        }
        return number;
    }

    private static boolean truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("true or false");
        };
    }

    /** Flipped images came first, as a switch. */
    private static String ttaIfBoolean(String text) {
        return switch (text) {
            case "true" -> "flip";
            case "false" -> "none";
            default -> text;
        };
    }

    private static String kind(Class<?> type) {
        if (type == double.class) {
            return "a number";
        }
        boolean orAuto = type == AutoCount.class || type == MaximumShift.class || type == CudnnSearch.class;
        return orAuto ? "a whole number or auto" : "a whole number";
    }

    private Object constant(Class<?> type, String text) {
        var names = Arrays.stream(type.getEnumConstants())
                .map(value -> textOf((Enum<?>) value))
                .toList();
        int index = names.indexOf(text);
        if (index < 0) {
            throw new StokerException("there is no %s '%s'%s (known: %s)"
                    .formatted(
                            name,
                            text,
                            NameSuggestion.hint(text, names),
                            names.stream().collect(Collectors.joining(", "))));
        }
        return type.getEnumConstants()[index];
    }
}
