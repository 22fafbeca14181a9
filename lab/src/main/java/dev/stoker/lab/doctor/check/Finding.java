package dev.stoker.lab.doctor.check;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a check says.
 *
 * @param evidence what was measured, or why nothing was
 * @param advice what would help, with the flag; empty where there is nothing to do
 * @param change of the plan that follows the advice, where a plan can
 * @param expectedSpeedup throughput after the change over that before, estimated from the measurements; 1 where the
 *     change is not for speed
 */
public record Finding(
        String name, State state, String evidence, String advice, Optional<PlanChange> change, double expectedSpeedup) {

    /** What became of a check. */
    public enum State {
        OK,
        FOUND,
        /** It says nothing about this plan or this machine. */
        NOT_APPLICABLE,
        /** What it needs was not measured. */
        UNKNOWN
    }

    /** A gain below this is within what another measurement of the same plan gives. */
    static final double NOTABLE = 1.05;

    public Finding {
        if (!(expectedSpeedup >= 1)) {
            throw new IllegalArgumentException(
                    "%s: an expected speedup is at least 1, got %s".formatted(name, expectedSpeedup));
        }
    }

    static Finding ok(Check check, String evidence) {
        return new Finding(check.name(), State.OK, evidence, "", Optional.empty(), 1);
    }

    static Finding notApplicable(Check check, String reason) {
        return new Finding(check.name(), State.NOT_APPLICABLE, reason, "", Optional.empty(), 1);
    }

    static Finding unknown(Check check, String reason, String advice) {
        return new Finding(check.name(), State.UNKNOWN, reason, advice, Optional.empty(), 1);
    }

    /** Something that a plan cannot change. */
    static Finding found(Check check, String evidence, String advice, double expectedSpeedup) {
        return new Finding(check.name(), State.FOUND, evidence, advice, Optional.empty(), Math.max(1, expectedSpeedup));
    }

    static Finding found(Check check, String evidence, String advice, PlanChange change, double expectedSpeedup) {
        return new Finding(
                check.name(), State.FOUND, evidence, advice, Optional.of(change), Math.max(1, expectedSpeedup));
    }

    /**
     * The speedup that it lets expect, by its logarithm. What can be followed at once counts twice as much as what changes
     * what a model learns, and five times as much as what writes the images anew: more workers come before smaller images.
     */
    double promise() {
        return change.map(Finding::ease).orElse(0.5) * Math.log(expectedSpeedup);
    }

    private static double ease(PlanChange change) {
        if (change.preparation().isPresent()) {
            return 0.2;
        }
        return change.changesLearning() ? 0.5 : 1;
    }

    public boolean isFound() {
        return state == State.FOUND;
    }

    /** The values under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", name);
        fields.put("state", state.name().toLowerCase(java.util.Locale.ROOT));
        fields.put("evidence", evidence);
        fields.put("advice", advice);
        change.ifPresent(proposed -> fields.put("change", proposed.fields()));
        fields.put("expected_speedup", expectedSpeedup);
        return fields;
    }
}
