@NullMarked
package dev.stoker.optimize.aware;

import org.jspecify.annotations.NullMarked;
