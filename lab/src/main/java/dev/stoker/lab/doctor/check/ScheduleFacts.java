package dev.stoker.lab.doctor.check;

import dev.stoker.core.Bytes;
import java.util.OptionalDouble;

/**
 * What a run does besides steps.
 *
 * @param evaluation images per second of an evaluation; empty where that was not measured
 * @param state bytes of a checkpoint
 */
public record ScheduleFacts(
        int trainingImages, int validationImages, int stepsPerEpoch, OptionalDouble evaluation, Bytes state) {}
