/** Finds the files within tars by their headers, without unpacking: where each starts, and how long it is. */
@NullMarked
package dev.stoker.datasets.internal.tar;

import org.jspecify.annotations.NullMarked;
