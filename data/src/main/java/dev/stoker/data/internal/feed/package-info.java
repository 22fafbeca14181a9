/**
 * Knows how elements become batches of rows: batch slots and their memory, which element goes into which row, read-
 * ahead, and handing batches out in order; it never touches what a row holds.
 */
@NullMarked
package dev.stoker.data.internal.feed;

import org.jspecify.annotations.NullMarked;
