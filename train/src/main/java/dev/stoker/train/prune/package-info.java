/** Which weights are removed, as tensors of zeros and ones. */
@NullMarked
package dev.stoker.train.prune;

import org.jspecify.annotations.NullMarked;
