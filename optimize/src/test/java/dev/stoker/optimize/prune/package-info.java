@NullMarked
package dev.stoker.optimize.prune;

import org.jspecify.annotations.NullMarked;
