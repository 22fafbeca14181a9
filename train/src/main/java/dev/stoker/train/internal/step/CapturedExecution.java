package dev.stoker.train.internal.step;

import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.internal.device.ReplayableGraph;
import dev.stoker.train.internal.device.TrainingDevice;
import dev.stoker.train.internal.input.DeviceInput;
import java.util.Optional;
import java.util.OptionalInt;

/** Captured after a few runs and replayed from then on, with graphs for full and for partial batches. */
final class CapturedExecution implements StepExecution {
    private final TrainingDevice device;
    private final DeviceStream stream;
    private final Runnable step;
    private CapturedStepGraphs graphs;

    CapturedExecution(TrainingDevice device, DeviceStream stream, Runnable step) {
        this.device = device;
        this.stream = stream;
        this.step = step;
        graphs = newGraphs();
    }

    private CapturedStepGraphs newGraphs() {
        return new CapturedStepGraphs(device.graph(stream, step), step);
    }

    @Override
    public void run(DeviceInput input) {
        StepExecution.runWithFewTrials(
                input, graphs.of(input).<Runnable>map(graph -> graph::run).orElse(step));
    }

    @Override
    public boolean mayBeCaptured() {
        return true;
    }

    @Override
    public boolean isCaptured(DeviceInput input) {
        return graphs.of(input).map(ReplayableGraph::isCaptured).orElse(false);
    }

    @Override
    public boolean isCaptured() {
        return graphs.full().isCaptured();
    }

    @Override
    public OptionalInt capturedPartialBatch() {
        return graphs.partialBatchSize();
    }

    @Override
    public Optional<String> whyEager() {
        return graphs.full().whyNot();
    }

    @Override
    public void replay() {
        graphs.full().replay();
    }

    @Override
    public void discard() {
        close();
        graphs = newGraphs();
    }

    @Override
    public void close() {
        graphs.close();
    }
}
