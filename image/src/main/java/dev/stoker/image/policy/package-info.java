/**
 * Knows the operations that policies such as AutoAugment choose from, and the published policies; it never touches pixels.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.image.policy;

import org.jspecify.annotations.NullMarked;
