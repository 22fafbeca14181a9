/**
 * What training asks of the device it runs on: whether work is captured as CUDA graphs, and whether checkpoints are staged
 * there. For this module only; tests inject a simulated device.
 */
@NullMarked
package dev.stoker.train.internal.device;

import org.jspecify.annotations.NullMarked;
