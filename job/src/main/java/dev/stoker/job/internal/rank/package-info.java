/** What ranks tell each other before they train: the plan, and what their data is. For this module only. */
@NullMarked
package dev.stoker.job.internal.rank;

import org.jspecify.annotations.NullMarked;
