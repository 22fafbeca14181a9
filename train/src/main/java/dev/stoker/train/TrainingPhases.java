package dev.stoker.train;

import dev.stoker.nn.Model;
import java.util.List;

/**
 * The phases of a run. A phase ends after its epochs or, with patience, as soon as so many evaluations in a row have not
 * improved its accuracy by more than the threshold; its remaining epochs go to the last phase. So a run is as long as planned,
 * and its phase follows from its progress alone.
 *
 * @param patience evaluations in a row that end a phase; 0 for none
 */
public record TrainingPhases(List<TrainingPhase> phases, int patience, double threshold) {
    public TrainingPhases {
        phases = List.copyOf(phases);
        if (phases.isEmpty()) {
            throw new IllegalArgumentException("a run has at least one phase");
        }
        if (patience < 0 || !(threshold >= 0)) {
            throw new IllegalArgumentException(
                    "patience and threshold cannot be negative, got %d and %s".formatted(patience, threshold));
        }
    }

    /** A single phase from start to end. */
    public static TrainingPhases of(Model model, TrainingData data, int epochs) {
        return new TrainingPhases(List.of(new TrainingPhase("", model, data, epochs, 1)), 0, 0);
    }

    /** The last phase, whose image size is that of evaluation. */
    TrainingPhase last() {
        return phases.getLast();
    }

    TrainingPhase at(TrainingProgress progress) {
        return phases.get(Math.min(progress.phase().index(), phases.size() - 1));
    }

    private boolean isLast(int index) {
        return index >= phases.size() - 1;
    }

    /** Whether the phase is over and another one follows. */
    boolean isOver(TrainingProgress progress) {
        var phaseProgress = progress.phase();
        if (isLast(phaseProgress.index()) || progress.batch() > 0 || progress.epoch() == phaseProgress.firstEpoch()) {
            return false;
        }
        return progress.epoch() >= phaseProgress.firstEpoch() + at(progress).epochs()
                || (patience > 0 && phaseProgress.withoutImprovement() >= patience);
    }

    /** Steps of a whole run of so many epochs, as far as they are known now. */
    long steps(TrainingProgress progress, int epochs) {
        var phaseProgress = progress.phase();
        long steps = phaseProgress.firstStep();
        int epoch = phaseProgress.firstEpoch();
        for (int i = phaseProgress.index(); i < phases.size(); i++) {
            var phase = phases.get(i);
            int rest = Math.max(0, epochs - epoch);
            int length = isLast(i) ? rest : Math.min(rest, phase.epochs());
            steps += (long) length * phase.data().batchesPerEpoch();
            epoch += length;
        }
        return steps;
    }

    /** The step at which the first so many epochs end, as planned. */
    long stepsOf(double epochs) {
        double left = epochs;
        double steps = 0;
        for (int i = 0; i < phases.size(); i++) {
            double here = isLast(i) ? left : Math.min(left, phases.get(i).epochs());
            steps += here * phases.get(i).data().batchesPerEpoch();
            left -= here;
        }
        return Math.round(steps);
    }
}
