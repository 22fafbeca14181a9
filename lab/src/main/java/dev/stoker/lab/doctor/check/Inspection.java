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
    private static final int TRIAL_ROUNDS = 4;

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
        var slice = time.dividedBy(2L * TRIAL_ROUNDS);
        try (var other = rig.with(trial.change().applied(asked))) {
            measured(other, trial.part(), slice);
            var rounds = PairedRounds.of(
                    () -> measured(rig, trial.part(), slice), () -> measured(other, trial.part(), slice), TRIAL_ROUNDS);
            // What is within the noise is no gain.
            double ratio = rounds.isFaster(1) ? rounds.ratio() : Math.min(1, rounds.ratio());
            return OptionalDouble.of(ratio
                    * switch (trial.part()) {
                        case INPUT -> facts.rates().input();
                        case STEPS -> facts.rates().steps();
                        case EVERYTHING -> facts.rates().everything();
                    });
        } catch (StokerException _) {
            return OptionalDouble.empty();
        }
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
