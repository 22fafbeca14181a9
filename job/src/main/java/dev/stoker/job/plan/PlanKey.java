package dev.stoker.job.plan;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.job.option.ImpliedValue;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.job.option.OptionKey;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One key of the plan: an option of one of its groups. */
public final class PlanKey {
    private static final List<PlanKey> ALL = Stream.of(Plan.class.getRecordComponents())
            .flatMap(PlanKey::ofGroup)
            .toList();

    /** Keys whose value may be a tree instead of a word; within a plan it is YAML on one line. */
    private static final Set<String> TREES = Set.of("model", "columns", "auto-augment");

    /** Defaults of before, which plans of older runs hold, since a run writes all keys. */
    private static final Map<String, String> FORMER_DEFAULTS = Map.of("eval-crop", "0.875", "beta2", "0.999");

    private final RecordComponent group;
    private final OptionKey option;

    private PlanKey(RecordComponent group, OptionKey option) {
        this.group = group;
        this.option = option;
    }

    private static Stream<PlanKey> ofGroup(RecordComponent group) {
        return OptionKey.of(group.getType()).stream().map(option -> new PlanKey(group, option));
    }

    public static List<PlanKey> all() {
        return ALL;
    }

    /** All keys by heading; headings, and the keys of each, in the order of the plan. */
    public static Map<String, List<PlanKey>> groups() {
        return ALL.stream().collect(Collectors.groupingBy(PlanKey::heading, LinkedHashMap::new, Collectors.toList()));
    }

    private String heading() {
        return Objects.requireNonNull(group.getType().getAnnotation(OptionGroup.class), group.getName())
                .value();
    }

    /** The plan without any key given. */
    static Plan defaults() {
        var groups = List.of(Plan.class.getRecordComponents());
        return OptionKey.construct(Plan.class, groups, groups.stream().map(each -> defaults(each.getType())));
    }

    private static Object defaults(Class<?> group) {
        return OptionKey.construct(group, OptionKey.of(group), option -> option.parse(option.defaultText()));
    }

    /** The key of this name; an unknown one is an error that suggests the nearest. */
    public static PlanKey named(String name) {
        return find(name).orElseThrow(() -> unknown(name));
    }

    static Optional<PlanKey> find(String name) {
        return ALL.stream().filter(key -> key.name().equals(name)).findFirst();
    }

    private static StokerException unknown(String name) {
        var names = ALL.stream().map(PlanKey::name).toList();
        return new StokerException(RenamedKeys.key(name)
                .map(now -> "the plan key '%s' is now called %s".formatted(name, now))
                .or(() -> FamiliarNames.meaning(name)
                        .map(meaning -> "unknown plan key '%s'; %s".formatted(name, meaning.sentence(""))))
                .orElseGet(
                        () -> "there is no plan key '%s'%s".formatted(name, NameSuggestion.didYouMean(name, names))));
    }

    public String name() {
        return option.name();
    }

    public String description() {
        return option.description();
    }

    /** The value where none is given, as text. */
    public String defaultText() {
        return option.defaultText();
    }

    /** Whether it is true or false, so that the flag alone can mean true. */
    public boolean isSwitch() {
        return option.isSwitch();
    }

    /** Whether the value is always a path, and never a name. */
    boolean isPath() {
        return option.isPath();
    }

    /** What the flag means without a value; empty where it needs one. */
    public Optional<ImpliedValue> impliedValue() {
        return option.impliedValue();
    }

    /** The value in the plan, as text that {@link #set} reads back. */
    public String text(Plan plan) {
        return option.text(OptionKey.read(group, plan));
    }

    /** Whether somebody has chosen the value, as far as it tells: it is no default, nor was it one. */
    public boolean isGiven(Plan plan) {
        String text = text(plan);
        return !text.equals(text(Plan.DEFAULTS)) && !text.equals(FORMER_DEFAULTS.get(name()));
    }

    static boolean mayHoldTree(String name) {
        return TREES.contains(name);
    }

    /** Whether the value is more than a word. */
    boolean holdsTree(Plan plan) {
        return mayHoldTree(name()) && YamlReader.isInline(text(plan));
    }

    /** The value as a message may show it. */
    public String shown(Plan plan) {
        if (!holdsTree(plan)) {
            return text(plan);
        }
        return name().equals("model") ? ModelOptions.shown(text(plan)) : "those of the plan";
    }

    /** The plan with this key changed. */
    public Plan set(Plan plan, String text) {
        RenamedKeys.value(name(), text).ifPresent(now -> {
            throw new StokerException("the %s '%s' is now called %s".formatted(name(), text, now));
        });
        Object value = option.parse(normalized(text));
        Object before = OptionKey.read(group, plan);
        var options = OptionKey.construct(
                group.getType(), optionsOfGroup(), each -> each == option ? value : each.value(before));
        return plan.with((Options) options);
    }

    private List<OptionKey> optionsOfGroup() {
        return ALL.stream()
                .filter(key -> key.group == group)
                .map(key -> key.option)
                .toList();
    }

    /** Two ways to write the same tree are one value. */
    private String normalized(String text) {
        return mayHoldTree(name()) && YamlReader.isInline(text)
                ? YamlWriter.line(YamlReader.parse(text, name()))
                : text;
    }
}
