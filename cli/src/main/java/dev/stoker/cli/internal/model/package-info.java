/** Commands that use a trained model: evaluate, predict, and what measures it. */
@NullMarked
package dev.stoker.cli.internal.model;

import org.jspecify.annotations.NullMarked;
