package dev.stoker.train;

import java.util.List;
import java.util.OptionalInt;

/** Passes each event on to several observers, in their order. */
record ObserverList(List<TrainingObserver> observers) implements TrainingObserver {
    ObserverList {
        observers = List.copyOf(observers);
    }

    @Override
    public void started(TrainingProgress from, int epochs, int batches) {
        observers.forEach(each -> each.started(from, epochs, batches));
    }

    @Override
    public void checkpointDamaged(DamagedCheckpoint damaged) {
        observers.forEach(each -> each.checkpointDamaged(damaged));
    }

    @Override
    public void phaseStarted(PhaseReport report) {
        observers.forEach(each -> each.phaseStarted(report));
    }

    @Override
    public void phaseFinished(PhaseReport report) {
        observers.forEach(each -> each.phaseFinished(report));
    }

    @Override
    public void warmedUp(WarmUpReport report) {
        observers.forEach(each -> each.warmedUp(report));
    }

    @Override
    public void afterStep(long step) {
        observers.forEach(each -> each.afterStep(step));
    }

    @Override
    public void progressed(ProgressReport report) {
        observers.forEach(each -> each.progressed(report));
    }

    @Override
    public void stepped(StepReport report) {
        observers.forEach(each -> each.stepped(report));
    }

    @Override
    public void ranOutOfMemory(MemoryReport report) {
        observers.forEach(each -> each.ranOutOfMemory(report));
    }

    @Override
    public void evaluating(int done, OptionalInt batches) {
        observers.forEach(each -> each.evaluating(done, batches));
    }

    @Override
    public void evaluated(EvaluationReport report) {
        observers.forEach(each -> each.evaluated(report));
    }

    @Override
    public void epochFinished(EpochReport report) {
        observers.forEach(each -> each.epochFinished(report));
    }

    @Override
    public void tested(TestReport report) {
        observers.forEach(each -> each.tested(report));
    }

    @Override
    public void checkpointed(TrainingProgress progress) {
        observers.forEach(each -> each.checkpointed(progress));
    }
}
