package dev.stoker.train.search;

import dev.stoker.core.Bytes;
import java.util.OptionalDouble;

/**
 * How training goes in batches of one size.
 *
 * @param memory what the step takes of the device; of the CPU's memory, by estimate
 * @param utilization the share of the time in which the device computes, where that can be had
 */
public record BatchSizeMeasurement(int batch, double imagesPerSecond, Bytes memory, OptionalDouble utilization) {}
