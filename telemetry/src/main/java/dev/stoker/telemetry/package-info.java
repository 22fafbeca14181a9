/**
 * Knows how to look at a machine (processor, memory, GPUs) and how to write down what was seen: JSON lines and
 * TensorBoard event files. It never touches what is being measured.
 */
@NullMarked
package dev.stoker.telemetry;

import org.jspecify.annotations.NullMarked;
