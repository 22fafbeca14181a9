package dev.stoker.lab.doctor.fix;

import dev.stoker.core.StokerException;
import dev.stoker.job.Rig;
import dev.stoker.job.plan.Plan;
import dev.stoker.lab.doctor.DoctorObserver;
import dev.stoker.lab.doctor.InterleavedRounds;
import dev.stoker.lab.doctor.MeasurementSettings;
import dev.stoker.lab.doctor.PairedRounds;
import dev.stoker.lab.doctor.check.Finding;
import dev.stoker.lab.doctor.check.Inspection;
import dev.stoker.lab.doctor.check.PlanChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tries the changes that findings propose, one at a time and the most promising first, each against the best plan so far. After
 * a change that is kept, the plan is inspected again, since something else may limit it now.
 */
public final class PlanFixer implements AutoCloseable {
    private static final int FEWEST_ROUNDS = 3;
    private static final int MOST_ROUNDS = 8;
    private static final int PROOF_ROUNDS = 5;
    private static final int MOST_PROOF_ROUNDS = 12;
    private static final int LONG_ROUND = 3;
    private static final double PROOF_NOISE = 0.04;

    /** A smaller gain is not worth another plan, however sure it is. */
    private static final double LEAST_GAIN = 1.02;

    /** An inspection after a change is shorter than the first. */
    private static final double INSPECTION_SHARE = 1.0 / 8;

    private static final Duration TRIAL = Duration.ofSeconds(4);

    private final FixSettings settings;
    private final DoctorObserver observer;
    private final ShardPreparation preparation;
    private final Variant original;
    private final boolean withEvaluations;
    private final long start = System.nanoTime();
    private final List<TriedChange> changes = new ArrayList<>();
    private final Set<PlanChange> tried = new HashSet<>();
    private final Map<String, String> reasons = new LinkedHashMap<>();
    private Variant best;

    private PlanFixer(
            Plan asked,
            Rig rig,
            Inspection first,
            FixSettings settings,
            ShardPreparation preparation,
            DoctorObserver observer) {
        this.settings = settings;
        this.preparation = preparation;
        this.observer = observer;
        withEvaluations = first.findings().stream()
                .anyMatch(finding -> finding.isFound()
                        && finding.change().filter(PlanFixer::isEvaluation).isPresent());
        original = Variant.of(asked, rig, withEvaluations, settings);
        best = original;
    }

    private static boolean isEvaluation(PlanChange change) {
        return change.keys().containsKey("evaluate-every");
    }

    /** Improves a plan whose rig is open, and stays so. */
    public static FixResult fix(
            Plan asked,
            Rig rig,
            Inspection first,
            FixSettings settings,
            ShardPreparation preparation,
            DoctorObserver observer) {
        try (var fixer = new PlanFixer(asked, rig, first, settings, preparation, observer)) {
            return fixer.fix(first);
        }
    }

    private FixResult fix(Inspection first) {
        var inspection = first;
        for (var next = mostPromising(inspection); next.isPresent() && !isOver(); next = mostPromising(inspection)) {
            if (attempt(next.orElseThrow()) && !isOver()) {
                tried.clear(); // what did not help before may help now
                inspection = inspected(best);
            }
        }
        return result();
    }

    private Optional<Finding> mostPromising(Inspection inspection) {
        return inspection.findings().stream()
                .filter(finding -> finding.isFound()
                        && finding.change()
                                .filter(change -> !tried.contains(change))
                                .isPresent())
                .findFirst();
    }

    private Inspection inspected(Variant variant) {
        var time = Duration.ofNanos((long) (INSPECTION_SHARE * settings.time().toNanos()));
        var measured = InterleavedRounds.of(variant.rig(), MeasurementSettings.DEFAULTS.withTime(time), observer);
        return Inspection.of(variant.asked(), variant.rig(), measured, settings.paced(TRIAL), observer);
    }

    /**
     * Tries a change and, where it is a number that gains, twice of it; where it gains nothing, what the finding proposes instead.
     * True where one was kept.
     */
    private boolean attempt(Finding finding) {
        boolean kept = false;
        for (var next = finding.change(); next.isPresent() && !isOver(); ) {
            var change = next.orElseThrow();
            tried.add(change);
            var outcome = tried(finding, change);
            record(outcome);
            kept |= outcome.isKept();
            next = switch (outcome.outcome()) {
                case KEPT -> change.next();
                case DROPPED, FAILED -> change.otherwise();
                case SKIPPED -> Optional.empty();
            };
        }
        return kept;
    }

    /** What is not allowed is said once. */
    private void record(TriedChange outcome) {
        boolean repeated = outcome.outcome() == TriedChange.Outcome.SKIPPED
                && changes.stream().anyMatch(before -> before.change().equals(outcome.change()));
        if (!repeated) {
            changes.add(outcome);
        }
    }

    private TriedChange tried(Finding finding, PlanChange change) {
        String text = change.text(best.asked());
        var obstacle = obstacle(change);
        if (obstacle.isPresent()) {
            return TriedChange.untried(finding, change, text, TriedChange.Outcome.SKIPPED, obstacle.orElseThrow());
        }
        observer.measuring(text, changes.size() + 1, shareOver());
        try {
            return compared(finding, change, text, open(change));
        } catch (StokerException impossible) {
            return TriedChange.untried(
                    finding, change, text, TriedChange.Outcome.FAILED, String.valueOf(impossible.getMessage()));
        }
    }

    private Optional<String> obstacle(PlanChange change) {
        if (change.changesLearning() && !settings.allowSemantics()) {
            return Optional.of("changes what the model learns from: allow it with --allow-semantics");
        }
        return change.preparation().isPresent() && settings.prepare().isEmpty()
                ? Optional.of("writes the images anew: allow it with --prepare FOLDER")
                : Optional.empty();
    }

    private Variant open(PlanChange change) {
        var plan = change.applied(best.asked());
        var prepared = change.preparation()
                .map(options ->
                        preparation.prepared(plan, options, settings.prepare().orElseThrow()))
                .orElse(plan);
        var rig = best.rig().with(prepared);
        try {
            return Variant.of(prepared, rig, withEvaluations, settings);
        } catch (RuntimeException failure) {
            rig.close();
            throw failure;
        }
    }

    private TriedChange compared(Finding finding, PlanChange change, String text, Variant variant) {
        try {
            var rounds = rounds(best, variant);
            boolean faster = rounds.isFaster(LEAST_GAIN);
            String figures = String.format(
                    Locale.ROOT, "%.2f times the images per second, ± %.0f %%", rounds.ratio(), 100 * rounds.noise());
            if (faster) {
                keep(finding, change, figures, variant);
            } else {
                variant.close();
            }
            return new TriedChange(
                    finding,
                    change,
                    text,
                    faster ? TriedChange.Outcome.KEPT : TriedChange.Outcome.DROPPED,
                    rounds.ratio(),
                    rounds.noise(),
                    figures);
        } catch (RuntimeException failure) {
            variant.close();
            throw failure;
        }
    }

    private void keep(Finding finding, PlanChange change, String figures, Variant variant) {
        String reason = "%s: %s (%s)".formatted(finding.name(), figures, finding.evidence());
        change.keys().keySet().forEach(key -> reasons.put(key, reason));
        change.preparation().ifPresent(_ -> reasons.put("data", reason));
        closeBest();
        best = variant;
    }

    /** In turn, the best so far and another; each is warmed up first. Where that tells nothing, in longer rounds. */
    private PairedRounds rounds(Variant first, Variant second) {
        var round = first.round(Math.min(first.warmUp(), second.warmUp()));
        var rounds = rounds(first, second, round);
        return rounds.isDecided(LEAST_GAIN) || isOver()
                ? rounds
                : rounds(first, second, round.multipliedBy(LONG_ROUND));
    }

    private PairedRounds rounds(Variant first, Variant second, Duration round) {
        return PairedRounds.untilDecided(
                () -> first.imagesPerSecond(round),
                () -> second.imagesPerSecond(round),
                LEAST_GAIN,
                FEWEST_ROUNDS,
                MOST_ROUNDS,
                this::isOver);
    }

    /** The figures that are reported, so rounds are longer, and go on until they are precise. */
    private PairedRounds proof() {
        var round = original.round(Math.min(original.warmUp(), best.warmUp())).multipliedBy(LONG_ROUND);
        return PairedRounds.untilPrecise(
                () -> original.imagesPerSecond(round),
                () -> best.imagesPerSecond(round),
                PROOF_NOISE,
                PROOF_ROUNDS,
                MOST_PROOF_ROUNDS,
                this::isOver);
    }

    private FixResult result() {
        observer.measuring("the plan before and after", changes.size() + 1, shareOver());
        if (best == original) {
            return new FixResult(
                    original.asked(),
                    1,
                    0,
                    original.imagesPerSecond(original.round(original.warmUp())),
                    changes,
                    reasons);
        }
        var rounds = proof();
        return rounds.ratio() >= 1
                ? new FixResult(best.asked(), rounds.ratio(), rounds.noise(), rounds.second(), changes, reasons)
                : FixResult.unconfirmed(original.asked(), rounds, changes);
    }

    private boolean isOver() {
        return shareOver() >= 1;
    }

    private double shareOver() {
        return (System.nanoTime() - start) / (double) settings.time().toNanos();
    }

    private void closeBest() {
        if (best != original) {
            best.close();
        }
    }

    /** The rig of the plan before belongs to the caller. */
    @Override
    public void close() {
        closeBest();
    }
}
