/**
 * Knows the values that every module shares: sizes in bytes, shapes, data types, memory for batches, progress, name
 * suggestions, and the exceptions that speak to the user; it never touches a library, a pixel or a tensor.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.core;

import org.jspecify.annotations.NullMarked;
