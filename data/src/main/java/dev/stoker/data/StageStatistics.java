package dev.stoker.data;

import java.time.Duration;

/**
 * What one stage of the data has done so far: elements and bytes that passed, the time spent on them, and the time that it
 * waited for the stage before it and for the stage after it. Times of stages that run on workers are sums over workers,
 * estimated from a part of the elements.
 */
public record StageStatistics(
        String stage, long elements, long bytes, Duration service, Duration waitedForInput, Duration waitedForOutput) {}
