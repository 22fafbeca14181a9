/** 8-bit integers in place of floats in a graph, by the ranges that its values had on some images. */
@NullMarked
package dev.stoker.optimize.quantize;

import org.jspecify.annotations.NullMarked;
