package dev.stoker.lab.doctor.check;

import dev.stoker.core.StokerException;
import dev.stoker.job.Rig;
import dev.stoker.job.plan.Plan;
import dev.stoker.lab.doctor.DoctorObserver;
import dev.stoker.lab.doctor.Measurements;
import dev.stoker.lab.doctor.PairedRounds;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The checklist of a plan that was measured.
 *
 * @param findings what was found first, the most promising at the top
 */
public record Inspection(Facts facts, List<Finding> findings) {
    private static final int FEWEST_ROUNDS = 4;

    /** As long as rounds do not tell whether it is notably faster. */
    private static final int MOST_ROUNDS = 16;

    /** A round should have so many batches, but not take longer than this. */
    private static final int BATCHES = 3;

    private static final double LONGEST_ROUND = 3;
    private static final double CLEARLY_SLOWER = 3;

    public Inspection {
        findings = List.copyOf(findings);
    }

    /** Measures what the checks need besides, each alternative for about as long as {@code time}. */
    public static Inspection of(Plan asked, Rig rig, Measurements measured, Duration time, DoctorObserver observer) {
        var machine = new MachineReader();
        double evaluation = evaluation(rig, time.dividedBy(2), observer);
        var facts = FactReader.facts(asked, rig, measured, evaluation, machine.read());
        var trials = new LinkedHashMap<Trial, Double>();
        for (var trial : Checklist.trials(facts)) {
            observer.measuring(trial.change().values(), trials.size() + 1, 1);
            imagesPerSecond(trial, asked, rig, facts, time).ifPresent(rate -> trials.put(trial, rate));
        }
        return of(facts.with(new Trials(trials)).with(machine.read()));
    }

    /** Of facts that are complete. */
    static Inspection of(Facts facts) {
        return new Inspection(facts, Checklist.findings(facts));
    }

    private static double evaluation(Rig rig, Duration time, DoctorObserver observer) {
        observer.measuring("evaluation", 1, 1);
        return rig.evaluation(time);
    }

    /** In turn with the plan as it is; empty where the change is impossible here, or does not fit beside it. */
    private static OptionalDouble imagesPerSecond(Trial trial, Plan asked, Rig rig, Facts facts, Duration time) {
        double now = rate(facts, trial.part());
        var round = round(time, rig.batch() / now);
        try (var other = rig.with(trial.change().applied(asked))) {
            double first = measured(other, trial.part(), round);
            if (first < now / CLEARLY_SLOWER) {
                return OptionalDouble.of(first); // bf16 on some processors: rounds would take minutes
            }
            var rounds = PairedRounds.untilDecided(
                    () -> measured(rig, trial.part(), round),
                    () -> measured(other, trial.part(), round),
                    Finding.NOTABLE,
                    FEWEST_ROUNDS,
                    MOST_ROUNDS,
                    () -> false);
            // What is within the noise is no gain.
            double ratio = rounds.isFaster(1) ? rounds.ratio() : Math.min(1, rounds.ratio());
            return OptionalDouble.of(ratio * now);
        } catch (StokerException _) {
            return OptionalDouble.empty();
        }
    }

    private static double rate(Facts facts, Trial.Part part) {
        return switch (part) {
            case INPUT -> facts.rates().input();
            case STEPS -> facts.rates().steps();
            case EVERYTHING -> facts.rates().everything();
        };
    }

    private static Duration round(Duration time, double secondsOfBatch) {
        var share = time.dividedBy(2L * FEWEST_ROUNDS);
        var batches = Duration.ofNanos((long) (1e9 * Math.min(LONGEST_ROUND, BATCHES * secondsOfBatch)));
        return share.compareTo(batches) > 0 ? share : batches;
    }

    private static double measured(Rig rig, Trial.Part part, Duration time) {
        var throughput = switch (part) {
            case INPUT -> rig.input(time);
            case STEPS -> rig.steps(time);
            case EVERYTHING -> rig.everything(time);
        };
        return throughput.imagesPerSecond();
    }

    /** The findings under their names in JSON. */
    public List<Map<String, Object>> fields() {
        return findings.stream().map(Finding::fields).toList();
    }
}
