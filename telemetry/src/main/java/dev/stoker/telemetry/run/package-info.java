/**
 * Reads run folders without locking them, while they are written and whatever version wrote them: plan, metrics, state,
 * result, environment, utilization. {@link dev.stoker.telemetry.run.RunsFolder} lists runs,
 * {@link dev.stoker.telemetry.run.RecordedRun} is one of them, and {@link dev.stoker.telemetry.run.MetricsReader} reads
 * lines as they are appended.
 */
@NullMarked
package dev.stoker.telemetry.run;

import org.jspecify.annotations.NullMarked;
