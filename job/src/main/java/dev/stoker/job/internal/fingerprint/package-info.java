/** What a run was trained on, its data and its settled plan, kept in its folder so that a resumed run can name what differs. */
@NullMarked
package dev.stoker.job.internal.fingerprint;

import org.jspecify.annotations.NullMarked;
