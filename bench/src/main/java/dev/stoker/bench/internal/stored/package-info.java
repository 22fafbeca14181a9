/** Targets of fuzzing for images as others store them. */
@NullMarked
package dev.stoker.bench.internal.stored;

import org.jspecify.annotations.NullMarked;
