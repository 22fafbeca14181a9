/** The teacher of a model within its training steps. For this module only; it never changes weights. */
@NullMarked
package dev.stoker.train.internal.distillation;

import org.jspecify.annotations.NullMarked;
