/**
 * Knows data sets: the ones that ship inside, the ones that were fetched, the ones in folders, their classes and how
 * their pictures are usually treated. It never touches training.
 */
@NullMarked
package dev.stoker.datasets;

import org.jspecify.annotations.NullMarked;
