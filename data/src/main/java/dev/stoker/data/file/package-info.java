/**
 * Knows files and folders: names by pattern, folders that are classes, lists of files with labels, and reading at any
 * position. It never touches what a file means.
 */
@NullMarked
package dev.stoker.data.file;

import org.jspecify.annotations.NullMarked;
