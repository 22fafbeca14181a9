/**
 * Knows which datasets can be fetched by name: what they hold, which files they consist of and where those come from;
 * it never touches the network.
 */
@NullMarked
package dev.stoker.datasets.catalog;

import org.jspecify.annotations.NullMarked;
