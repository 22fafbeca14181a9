/**
 * Knows native read buffers, files read at any position by many threads, and how to tell that a file has changed; it
 * never touches what a file means.
 */
@NullMarked
package dev.stoker.data.internal.file;

import org.jspecify.annotations.NullMarked;
