/**
 * Turns encoded images and in-memory pixels into training and evaluation rows, on the host or as parameters for a
 * device; only this room may use it.
 */
@NullMarked
package dev.stoker.datasets.internal.image;

import org.jspecify.annotations.NullMarked;
