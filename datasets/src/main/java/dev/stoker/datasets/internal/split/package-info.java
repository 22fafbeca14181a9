/** How the training samples of a dataset are divided into those to train on and those that are held out. */
@NullMarked
package dev.stoker.datasets.internal.split;

import org.jspecify.annotations.NullMarked;
