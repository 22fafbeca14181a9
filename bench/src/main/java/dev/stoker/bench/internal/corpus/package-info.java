/** Undamaged files that mutations start from. It never touches the readers that are given the result. */
@NullMarked
package dev.stoker.bench.internal.corpus;

import org.jspecify.annotations.NullMarked;
