/**
 * Trained models outside of Stoker: what can be asked for, and what comes of it. The work itself is done by the optional module
 * {@code optimize}.
 */
@NullMarked
package dev.stoker.job.deploy;

import org.jspecify.annotations.NullMarked;
