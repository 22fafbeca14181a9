/**
 * The public API of a run: starts, resumes and tunes a training job from a plan and describes the machine; it never
 * touches the command line or the screen.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.job;

import org.jspecify.annotations.NullMarked;
