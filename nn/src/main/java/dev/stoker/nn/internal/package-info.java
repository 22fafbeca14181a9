/**
 * What the packages of this room share: shape inference, names of weights and short descriptions of layers; no other
 * room uses it.
 */
@NullMarked
package dev.stoker.nn.internal;

import org.jspecify.annotations.NullMarked;
