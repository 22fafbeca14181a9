package dev.stoker.job.internal.run;

import dev.stoker.telemetry.log.Histogram;
import dev.stoker.telemetry.log.TensorBoardWriter;
import dev.stoker.train.Trainer;

/** Writes how weights and gradients are distributed to the events. */
record WeightHistograms(Trainer trainer, TensorBoardWriter events) {
    /** Of each tensor: enough for a shape, and quick to copy from a device. */
    private static final int VALUES = 8192;

    void write(long step) {
        trainer.sampledWeights(VALUES)
                .forEach((name, values) -> events.histogram("weights/" + name, step, Histogram.of(values)));
        trainer.sampledGradients(VALUES)
                .forEach((name, values) -> events.histogram("gradients/" + name, step, Histogram.of(values)));
    }
}
