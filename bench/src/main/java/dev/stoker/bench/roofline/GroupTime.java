package dev.stoker.bench.roofline;

import dev.stoker.telemetry.trace.OperatorGroup;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Kernels of one group in one step.
 *
 * @param kernels how many there are
 * @param traffic the least that they must move and compute; nothing where the model does not say
 */
record GroupTime(OperatorGroup group, double kernels, double milliseconds, StepTraffic traffic) {

    /** The fields of the report; shares of the time of a step, of the bandwidth of a copy and of the peak. */
    Map<String, Object> fields(double stepMilliseconds, DeviceCeilings ceilings) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("group", group.title());
        fields.put("kernels", kernels);
        fields.put("milliseconds", milliseconds);
        fields.put("share", milliseconds / stepMilliseconds);
        fields.putAll(traffic.fields(milliseconds, ceilings));
        return fields;
    }
}
