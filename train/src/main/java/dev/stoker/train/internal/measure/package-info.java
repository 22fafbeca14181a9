/** Measures the parts of training on the device of a trainer. */
@NullMarked
package dev.stoker.train.internal.measure;

import org.jspecify.annotations.NullMarked;
