/**
 * What several ranks do together: gradients are summed while backward goes on, statistics averaged, state sent from rank 0 to
 * the others. For this module only; it never touches sockets.
 */
@NullMarked
package dev.stoker.train.internal.parallel;

import org.jspecify.annotations.NullMarked;
