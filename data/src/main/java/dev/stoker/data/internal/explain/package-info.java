/**
 * Explains the nodes of a dataset: what each means at its place, and where the order is probably not wanted.
 */
@NullMarked
package dev.stoker.data.internal.explain;

import org.jspecify.annotations.NullMarked;
