package dev.stoker.job.pareto;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.Dataset;
import dev.stoker.data.PipelineResources;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensors;
import dev.stoker.train.evaluation.Classifier;
import dev.stoker.train.evaluation.ClassifierInput;
import dev.stoker.train.evaluation.ClassifierSettings;
import dev.stoker.train.evaluation.TestTimeAugmentation;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Measures the forward pass of a model with random weights on noise: what it computes does not change how long it takes. */
record ForwardSpeed(Device device, Precision precision, int batch, double seconds) {
    /** Images per second of the fastest batches that fit into the time. */
    double of(Model model) {
        var shape = model.input();
        var gray = Collections.nCopies(shape.channels(), 0.5);
        try (var classifier = new Classifier(
                model,
                new ClassifierInput(shape, DataType.UINT8, gray, gray, batch),
                new ClassifierSettings(device, precision, StepSettings.Capture.AUTO, TestTimeAugmentation.NONE),
                weights -> Tensors.copy(all(Weights.initial(model, new Seed(1), device)), all(weights)))) {
            double once = seconds(classifier, model, 2); // the first batch is slower
            int batches = (int) Math.clamp(seconds / (once / 2), 3, 1000);
            return batches * batch / seconds(classifier, model, batches);
        }
    }

    private static Tensors all(Weights weights) {
        return Tensors.of(List.copyOf(weights.all().values()));
    }

    private double seconds(Classifier classifier, Model model, int batches) {
        long start = System.nanoTime();
        classifier.classify(memory -> noise(model, batches, memory), (_, _, _) -> {});
        return (System.nanoTime() - start) * 1e-9;
    }

    private BatchFeed noise(Model model, int batches, BatchMemoryAllocator memory) {
        var noise = new byte[model.input().bytes()];
        new SplittableRandom(1).nextBytes(noise);
        var source = MemorySegment.ofArray(noise);
        return Dataset.range((long) batches * batch)
                .rows(noise.length, (number, row, _) -> {
                    row.copyFrom(source);
                    return number;
                })
                .batch(batch)
                .open(PipelineResources.workers(1), memory);
    }
}
