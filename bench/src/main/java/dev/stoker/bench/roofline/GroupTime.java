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
        if (traffic.bytes() > 0) {
            double bandwidth = 1e3 * traffic.bytes() / milliseconds;
            fields.put("gigabytes", 1e-9 * traffic.bytes());
            fields.put("share_of_bandwidth", bandwidth / ceilings.bytesPerSecond());
        }
        if (traffic.operations() > 0) {
            double teraflops = 1e-9 * traffic.operations() / milliseconds;
            fields.put("teraflops", teraflops);
            ceilings.teraflops().ifPresent(peak -> fields.put("share_of_peak", teraflops / peak));
        }
        return fields;
    }
}
