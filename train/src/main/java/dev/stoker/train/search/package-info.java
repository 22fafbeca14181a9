/**
 * Finds a batch size and a learning rate by short trials on the device, and says what was found. It never touches a
 * run or its checkpoints.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.train.search;

import org.jspecify.annotations.NullMarked;
