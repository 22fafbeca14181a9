package dev.stoker.train;

import dev.stoker.train.evaluation.Evaluation;
import java.util.ArrayList;
import java.util.List;

/** Keeps every report of a run. */
class RecordingObserver implements TrainingObserver {
    final List<PhaseReport> phasesStarted = new ArrayList<>();
    final List<PhaseReport> phasesFinished = new ArrayList<>();
    final List<WarmUpReport> warmUps = new ArrayList<>();
    final List<StepReport> steps = new ArrayList<>();
    final List<MemoryReport> memory = new ArrayList<>();
    final List<EvaluationReport> evaluations = new ArrayList<>();
    final List<EpochReport> epochs = new ArrayList<>();

    @Override
    public void phaseStarted(PhaseReport report) {
        phasesStarted.add(report);
    }

    @Override
    public void phaseFinished(PhaseReport report) {
        phasesFinished.add(report);
    }

    @Override
    public void warmedUp(WarmUpReport report) {
        warmUps.add(report);
    }

    @Override
    public void stepped(StepReport report) {
        steps.add(report);
    }

    @Override
    public void ranOutOfMemory(MemoryReport report) {
        memory.add(report);
    }

    @Override
    public void evaluated(EvaluationReport report) {
        evaluations.add(report);
    }

    @Override
    public void epochFinished(EpochReport report) {
        epochs.add(report);
    }

    /** The results of the evaluations. */
    List<Evaluation> tests() {
        return evaluations.stream().map(EvaluationReport::validation).toList();
    }

    /** The steps at which the model was evaluated. */
    List<Long> evaluatedSteps() {
        return evaluations.stream().map(EvaluationReport::step).toList();
    }
}
