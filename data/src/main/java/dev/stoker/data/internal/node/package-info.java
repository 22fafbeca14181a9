/**
 * Knows the dataset graph: one node per transformation, and how each is compiled into a pipeline stage; it never
 * starts a thread.
 */
@NullMarked
package dev.stoker.data.internal.node;

import org.jspecify.annotations.NullMarked;
