package dev.stoker.train.search;

import dev.stoker.core.Bytes;
import dev.stoker.nn.Model;
import dev.stoker.tensor.Device;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.step.StepSettings;

/**
 * What is trained in batches whose size is looked for.
 *
 * @param memory what a step may take at most, of the GPU or of the machine
 * @param threads that the CPU computes with
 * @param seconds to measure each size for
 */
public record BatchSizeFinderSettings(
        Model model,
        Optimizer.Settings optimizer,
        StepSettings step,
        Device device,
        Bytes memory,
        int threads,
        double seconds) {}
