/** Commands that serve a trained model, and measure that. */
@NullMarked
package dev.stoker.cli.internal.serve;

import org.jspecify.annotations.NullMarked;
