/** Models compared by what they cost and what they give. */
@NullMarked
package dev.stoker.job.pareto;

import org.jspecify.annotations.NullMarked;
