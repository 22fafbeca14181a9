/**
 * Knows how compiled stages run: random access, one-to-many and streamed stages, the cursors over them, the worker
 * pool, and saving and resuming a position; it never touches files or batch memory.
 */
@NullMarked
package dev.stoker.data.internal.pipeline;

import org.jspecify.annotations.NullMarked;
