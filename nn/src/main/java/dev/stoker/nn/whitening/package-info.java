/**
 * Initializes the first convolution of a model from statistics of image patches so that its output is uncorrelated;
 * it never reads images by itself.
 */
@NullMarked
package dev.stoker.nn.whitening;

import org.jspecify.annotations.NullMarked;
