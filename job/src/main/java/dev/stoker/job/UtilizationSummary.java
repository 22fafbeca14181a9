package dev.stoker.job;

import dev.stoker.core.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How much a run used of its machine, of samples about once a second; what the machine does not report is absent. Medians are of
 * samples between which steps were made, after the first epoch where there are more, so that they say nothing about the start.
 *
 * @param gpuUtilization the median share of time in which a kernel was running
 * @param energyPerImage joules of the GPU for each image trained on, with evaluation and warm-up
 * @param cpuCores the median number of cores that this process used
 * @param peakMemory the most that was ever resident of this process
 * @param peakGpuMemory the most memory of the GPU in use, by all processes
 */
public record UtilizationSummary(
        OptionalDouble gpuUtilization,
        OptionalDouble energyPerImage,
        OptionalDouble cpuCores,
        Optional<Bytes> peakMemory,
        Optional<Bytes> peakGpuMemory) {

    /** The fields under their names in JSON. */
    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        gpuUtilization.ifPresent(share -> fields.put("gpu_utilization_median", share));
        energyPerImage.ifPresent(joules -> fields.put("energy_joules_per_image", joules));
        cpuCores.ifPresent(cores -> fields.put("cpu_cores_median", cores));
        peakMemory.ifPresent(peak -> fields.put("peak_memory_bytes", peak.count()));
        peakGpuMemory.ifPresent(peak -> fields.put("gpu_peak_memory_bytes", peak.count()));
        return fields;
    }

    /** In one line for people; empty where nothing was measured. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        gpuUtilization.ifPresent(share -> parts.add(text("GPU %.0f %%", 100 * share)));
        energyPerImage.ifPresent(joules -> parts.add(text("%.3g J per image", joules)));
        peakGpuMemory.ifPresent(peak -> parts.add("GPU memory up to " + peak));
        cpuCores.ifPresent(cores -> parts.add(text("%.1f CPU cores", cores)));
        return String.join(", ", parts);
    }

    private static String text(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }
}
