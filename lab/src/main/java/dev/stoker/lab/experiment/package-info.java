/** Experiments: runs of one plan with some keys varied, a process each, and what they show. */
@NullMarked
package dev.stoker.lab.experiment;

import org.jspecify.annotations.NullMarked;
