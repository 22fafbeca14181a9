package dev.stoker.train.search;

import dev.stoker.core.Bytes;
import java.util.OptionalDouble;

/**
 * How fast training is at one batch size, and what it uses.
 *
 * @param memory what the step uses of the device's memory; an estimate on a CPU
 * @param utilization the share of the time in which the device computes, where it is reported
 */
public record BatchSizeMeasurement(int batch, double imagesPerSecond, Bytes memory, OptionalDouble utilization) {}
