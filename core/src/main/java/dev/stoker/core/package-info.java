/**
 * Knows the values that every room shares: seeds, permutations, sizes, record framing, files that appear whole, who
 * hears of progress, and the failure that speaks to the user. It never touches a library, a pixel or a tensor.
 */
@NullMarked
package dev.stoker.core;

import org.jspecify.annotations.NullMarked;
