/**
 * How batches reach the device: the device prefetcher, host-to-device transfers and the time that steps wait for
 * them. For this module only; it never touches the model.
 */
@NullMarked
package dev.stoker.train.internal.input;

import org.jspecify.annotations.NullMarked;
