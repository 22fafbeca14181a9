package dev.stoker.train.search;

import dev.stoker.core.Bytes;
import dev.stoker.nn.Model;
import dev.stoker.tensor.Device;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.step.StepSettings;

/**
 * What to train while a batch size is searched for.
 *
 * @param memory the most that a step may use, of the GPU or of the machine
 * @param threads the CPU computes with
 * @param seconds for which each size is measured
 */
public record BatchSizeFinderSettings(
        Model model,
        Optimizer.Settings optimizer,
        StepSettings step,
        Device device,
        Bytes memory,
        int threads,
        double seconds) {}
