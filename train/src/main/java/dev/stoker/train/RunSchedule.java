package dev.stoker.train;

import dev.stoker.train.internal.step.StepContext;
import dev.stoker.train.schedule.LearningRateSchedule;

/** How long a run is and what its learning rate is at each point: pure functions of progress. */
record RunSchedule(TrainingSettings settings, TrainingPhases phases) {
    /** Steps of the whole run. */
    long steps(TrainingProgress progress) {
        return settings.loop().steps(phases.steps(progress, settings.epochs()));
    }

    double learningRate(TrainingProgress progress) {
        long warmUp = phases.stepsOf(settings.rate().warmUpEpochs());
        // What schedules count in epochs they count in those of the last phase, which trains on all data.
        double perEpoch = phases.last().data().batchesPerEpoch();
        var length = new LearningRateSchedule.Length(warmUp, perEpoch, steps(progress));
        return settings.rate().at(progress.step(), length, progress.bestSoFar().plateaus());
    }

    /** Evaluations without improvement after which the learning rate falls; 0 where it does not depend on them. */
    int patience() {
        return settings.rate().schedule().patience();
    }

    /** The context of the next step. */
    StepContext nextStep(TrainingProgress progress) {
        int batches = phases.at(progress).data().batchesPerEpoch();
        double epochs = progress.epoch() + progress.batch() / (double) batches;
        return new StepContext(progress.step(), steps(progress), epochs, learningRate(progress));
    }
}
