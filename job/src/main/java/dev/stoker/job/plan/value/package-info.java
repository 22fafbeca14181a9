/**
 * Values of plan keys that have a syntax of their own, such as window:1000 or 20:40.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.job.plan.value;

import org.jspecify.annotations.NullMarked;
