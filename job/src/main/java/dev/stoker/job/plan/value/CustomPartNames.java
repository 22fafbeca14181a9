package dev.stoker.job.plan.value;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The parts of a run that a program gave in place of those of the plan, such as {@code dataset:points,loss}; {@code none} as text
 * for no part. A plan says which parts they are; only the program has them.
 */
public record CustomPartNames(List<Named> parts) {
    public static final CustomPartNames NONE = new CustomPartNames(List.of());

    /** A part that a program can give. */
    public enum Part {
        DATASET,
        MODEL,
        LOSS,
        OPTIMIZER,
        SCHEDULE,
        AUGMENTATION;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One part; its own name is empty where it has none. */
    public record Named(Part part, String name) {
        public Named {
            name = name.replaceAll("[^A-Za-z0-9._/-]", "-");
        }

        @Override
        public String toString() {
            return name.isEmpty() ? part.toString() : part + ":" + name;
        }
    }

    public CustomPartNames {
        parts = List.copyOf(parts);
    }

    /** Reads what {@link #toString} writes. */
    public static CustomPartNames parse(String text) {
        return text.equals(Plan.NONE)
                ? NONE
                : new CustomPartNames(Arrays.stream(text.split(",", -1))
                        .map(each -> named(each.strip()))
                        .toList());
    }

    private static Named named(String text) {
        String[] halves = text.split(":", 2);
        return Arrays.stream(Part.values())
                .filter(part -> part.toString().equals(halves[0]))
                .findFirst()
                .map(part -> new Named(part, halves.length == 1 ? "" : halves[1]))
                .orElseThrow(() -> new IllegalArgumentException("none, or parts among "
                        + Arrays.stream(Part.values()).map(Part::toString).collect(Collectors.joining(", "))));
    }

    /** To be called before a plan is carried out with the parts that are given now. */
    public void refuseOthers(CustomPartNames given) {
        if (equals(given)) {
            return;
        }
        if (given.parts.isEmpty()) {
            throw new StokerException(
                    "this run's %s %s given by a program; start or resume it with TrainingJob.builder()"
                            .formatted(kinds(), parts.size() == 1 ? "was" : "were"));
        }
        throw new StokerException("this run was started with %s given by a program, not with %s; give the same parts"
                .formatted(parts.isEmpty() ? "no part" : this, given));
    }

    private String kinds() {
        var names = parts.stream().map(each -> each.part.toString()).toList();
        int last = names.size() - 1;
        return last == 0 ? names.getFirst() : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    @Override
    public String toString() {
        return parts.isEmpty() ? Plan.NONE : parts.stream().map(Named::toString).collect(Collectors.joining(","));
    }
}
