/**
 * Threads that train the same weights without locks (Hogwild!), on a CPU. For this module only; it never touches other ranks.
 */
@NullMarked
package dev.stoker.train.internal.hogwild;

import org.jspecify.annotations.NullMarked;
