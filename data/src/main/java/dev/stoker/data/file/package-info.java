/**
 * Knows files and folders: names by pattern, one folder per class, lists of files with labels, and reading a whole
 * file; it never touches what a file means.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.data.file;

import org.jspecify.annotations.NullMarked;
