/**
 * Ranks of one training: which one this process is, by the variables that launchers and clusters set. It never touches
 * tensors or data.
 */
@NullMarked
package dev.stoker.distribute;

import org.jspecify.annotations.NullMarked;
