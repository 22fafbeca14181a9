package dev.stoker.job.plan;

import dev.stoker.core.StokerException;
import dev.stoker.job.option.Auto;
import dev.stoker.job.plan.value.ImageSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads the phases of a plan: phase parameters that change over a number of phases, or a list of phases. */
final class PhaseSchedule {
    private static final int DEFAULT_PHASES = 4;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final Pattern PHASE = Pattern.compile("(\\d{1,9})\\s*epochs?\\b[\\s,]*(.*)");
    private static final String PARAMETERS_EXPECTED = "phase parameters such as resize=96:128,sample=0.3:1, or none";
    private static final String PHASES_EXPECTED =
            "a number, auto, or a list such as '5 epochs resize=96 sample=0.3; 10 epochs resize=128'";

    /** The values of the first and of the last phase. */
    private record ValueRange(double from, double to) {}

    private PhaseSchedule() {}

    /** Errors within one of the keys are found as soon as it is read. */
    static void check(String progressive, Auto<String> phases) {
        ranges(progressive);
        if (!isCount(phases)) {
            listed(phases.chosen());
        }
    }

    private static boolean isCount(Auto<String> phases) {
        return phases.isAutoOr(text -> NUMBER.matcher(text).matches());
    }

    /** The phases of a complete plan; one, without phase parameters, by default. */
    static List<PhasePlan> of(Plan plan) {
        var ranges = ranges(plan.progressiveTraining().progressive());
        if (!isCount(plan.progressiveTraining().phases())) {
            if (!ranges.isEmpty()) {
                throw new StokerException(
                                "phases lists phases with their parameters, and progressive gives parameters too;"
                                        + " remove one of them")
                        .about("phases", "progressive");
            }
            return fitted(
                    listed(plan.progressiveTraining().phases().chosen()),
                    plan.training().epochs());
        }
        if (ranges.isEmpty()) {
            refuseUnread(plan);
            return List.of(new PhasePlan(plan.training().epochs(), Map.of()));
        }
        return spread(ranges, count(plan), plan.training().epochs());
    }

    private static void refuseUnread(Plan plan) {
        if (!plan.progressiveTraining().phases().isAuto()) {
            throw new StokerException(
                            "phases %s has no phase parameter to change: give progressive, or a list of phases"
                                    .formatted(plan.progressiveTraining().phases()))
                    .about("progressive", "phases");
        }
        if (plan.progressiveTraining().phasePatience() > 0) {
            throw new StokerException("phase-patience ends phases, but there are none: give progressive or phases")
                    .about("progressive", "phases");
        }
    }

    private static int count(Plan plan) {
        int count = plan.progressiveTraining().phases().isAuto()
                ? Math.max(2, Math.min(DEFAULT_PHASES, plan.training().epochs()))
                : Integer.parseInt(plan.progressiveTraining().phases().chosen());
        if (count < 2) {
            throw new StokerException(
                    "phases must be at least 2 for a phase parameter to change, got %d".formatted(count));
        }
        if (count > plan.training().epochs()) {
            throw new StokerException(
                            "%d phases need at least %d epochs, but the run has %d; use more epochs or fewer phases"
                                    .formatted(count, count, plan.training().epochs()))
                    .about("epochs", "phases");
        }
        return count;
    }

    private static Map<PhaseParameter, ValueRange> ranges(String text) {
        var ranges = new EnumMap<PhaseParameter, ValueRange>(PhaseParameter.class);
        if (text.equals(Plan.NONE)) {
            return ranges;
        }
        for (String part : text.split(",", -1)) {
            var sides = part.strip().split("=", 2);
            if (sides.length < 2) {
                throw new StokerException("progressive must be %s, got %s".formatted(PARAMETERS_EXPECTED, text));
            }
            var parameter = PhaseParameter.named(sides[0], "progressive");
            var ends = sides[1].split(":", -1);
            if (ends.length != 2) {
                throw new StokerException("progressive: %s changes from one value to another, such as %s=%s:…, got '%s'"
                        .formatted(parameter.key(), parameter.key(), ends[0], sides[1]));
            }
            var range =
                    new ValueRange(parameter.parse(ends[0], "progressive"), parameter.parse(ends[1], "progressive"));
            if (ranges.put(parameter, range) != null) {
                throw new StokerException("progressive: %s is given twice".formatted(parameter.key()));
            }
        }
        return ranges;
    }

    /** Phases of the same length; where the epochs do not divide evenly, the first ones are shorter. */
    private static List<PhasePlan> spread(Map<PhaseParameter, ValueRange> ranges, int count, int epochs) {
        var phases = new ArrayList<PhasePlan>();
        for (int i = 0; i < count; i++) {
            double fraction = i / (count - 1.0);
            var parameters = new EnumMap<PhaseParameter, Double>(PhaseParameter.class);
            ranges.forEach(
                    (parameter, ends) -> parameters.put(parameter, parameter.between(ends.from, ends.to, fraction)));
            int length = (int) ((i + 1L) * epochs / count - (long) i * epochs / count);
            phases.add(new PhasePlan(length, parameters));
        }
        return phases;
    }

    private static List<PhasePlan> listed(String text) {
        var lines = Arrays.stream(text.split("[;\n]", -1))
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        if (lines.isEmpty()) {
            throw new StokerException("phases must be %s, got '%s'".formatted(PHASES_EXPECTED, text));
        }
        return lines.stream().map(PhaseSchedule::phase).toList();
    }

    private static PhasePlan phase(String line) {
        var matcher = PHASE.matcher(line);
        if (!matcher.matches()) {
            throw new StokerException("phases must be %s, got '%s'".formatted(PHASES_EXPECTED, line));
        }
        int epochs = Integer.parseInt(matcher.group(1));
        if (epochs < 1) {
            throw new StokerException("phases: a phase lasts at least 1 epoch, got '%s'".formatted(line));
        }
        var parameters = new EnumMap<PhaseParameter, Double>(PhaseParameter.class);
        for (String part : matcher.group(2).split("[\\s,]+", -1)) {
            if (!part.isEmpty()) {
                var sides = part.split("=", 2);
                var parameter = PhaseParameter.named(sides[0], "phases");
                parameters.put(parameter, parameter.parse(sides.length < 2 ? "" : sides[1], "phases"));
            }
        }
        return new PhasePlan(epochs, parameters);
    }

    /** The last phase lasts to the end of the run; those before it must be shorter than the run. */
    private static List<PhasePlan> fitted(List<PhasePlan> phases, int epochs) {
        int all = phases.stream().mapToInt(PhasePlan::epochs).reduce(0, Math::addExact);
        if (all > epochs) {
            throw new StokerException(
                            "the phases take %d epochs, but the run has %d; shorten them, or train for %d epochs"
                                    .formatted(all, epochs, all))
                    .about("phases", "epochs");
        }
        var fitted = new ArrayList<>(phases);
        var last = fitted.removeLast();
        fitted.add(new PhasePlan(last.epochs() + epochs - all, last.parameters()));
        return fitted;
    }

    /** The plan with the image size of the end of the last phase, which is that of evaluations. */
    static Plan withFinalSize(Plan plan) {
        var side = of(plan).getLast().side();
        if (side.isEmpty() || plan.data().size().equals(ImageSize.square(side.getAsInt()))) {
            return plan;
        }
        if (!plan.data().size().equals(Plan.DEFAULTS.data().size())) {
            throw new StokerException(
                            "size is %s, but resize ends at %d, which is the size of evaluations; remove size, or end there"
                                    .formatted(plan.data().size(), side.getAsInt()))
                    .about("size", "progressive", "phases");
        }
        return plan.with(plan.data().withSize(side.getAsInt()));
    }
}
