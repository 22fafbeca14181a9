package dev.stoker.train.measure;

import dev.stoker.train.step.StepState;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Measures a trainer part by part, each for some time, as often as needed. What a measurement opens stays open for the next
 * one of that part, so that measurements in turn are cheap. A measurement begins with a warm-up, which does not count: batches
 * that were prefetched before are used up, for at most a quarter of the time. It belongs to the thread of its trainer; weights
 * change while it measures. A measurement has at least one batch, however little time it gets.
 */
public interface TrainingMeter extends AutoCloseable {
    Throughput input(Duration time);

    /** The input pipeline with another number of workers than planned. */
    Throughput inputWithWorkers(Duration time, int workers);

    /** Transfers a batch that is ready, again and again. */
    Throughput copies(Duration time);

    Throughput steps(Duration time);

    /** Steps on batches of half the size; empty where the device has no memory to measure them apart. */
    Optional<Throughput> stepsOfHalfBatches(Duration time);

    Throughput everything(Duration time);

    /** How steps run by now: captured, or why they are not. */
    StepState stepState();

    /**
     * Seconds that the device takes for the kernels of a step, one after another without waiting for the host; empty where steps
     * cannot be captured.
     */
    OptionalDouble kernelSeconds();

    /** Ends the measurement that is in progress, and all later ones at once; called from any thread. */
    void stop();

    @Override
    void close();
}
