/**
 * Knows comma-separated files: rows by number, columns by name, cells by type; it never touches what a column means.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.data.csv;

import org.jspecify.annotations.NullMarked;
