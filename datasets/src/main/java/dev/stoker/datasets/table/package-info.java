/**
 * Knows tables: which columns become which numbers and codes, what is measured for that on the training part, and rows as
 * 32-bit floats. It never touches models.
 */
@NullMarked
package dev.stoker.datasets.table;

import org.jspecify.annotations.NullMarked;
