/**
 * Knows which datasets can be downloaded by name: their classes, their files and the origins of these;
 * it never touches the network.
 */
@NullMarked
package dev.stoker.datasets.catalog;

import org.jspecify.annotations.NullMarked;
