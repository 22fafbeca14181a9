/**
 * What the packages of this room share: CUDA modules compiled at run time, CUDA status codes and native addresses; no
 * other room uses it.
 */
@NullMarked
package dev.stoker.tensor.internal;

import org.jspecify.annotations.NullMarked;
