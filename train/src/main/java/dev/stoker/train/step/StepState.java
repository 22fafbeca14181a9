package dev.stoker.train.step;

import java.util.Optional;

/**
 * How steps run: replayed as a CUDA graph or, for a reason, operator by operator; and with fp16 the loss scale and the number
 * of steps so far whose gradients overflowed.
 */
public record StepState(boolean captured, Optional<String> whyEager, Optional<Double> lossScale, long overflows) {}
