package dev.stoker.bench;

import dev.stoker.core.Bytes;
import dev.stoker.data.StageStatistics;
import dev.stoker.data.storage.RequestStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The throughput of an input pipeline. Rates are medians of the rounds; a baseline of 0 was not measured. */
public record InputBenchmarkReport(
        String source,
        InputBenchmark.InputTransform transform,
        int workers,
        List<String> decisions,
        int batch,
        double imagesPerSecond,
        double megabytesPerSecond,
        double batchMillisecondsMedian,
        double batchMilliseconds95,
        double batchMilliseconds99,
        double cpuUtilization,
        long heapBytesPerImage,
        long residentBytes,
        Bytes peakMemory,
        List<StageStatistics> stages,
        RequestStatistics requests,
        double baselineImagesPerSecond,
        List<String> warnings) {
    public InputBenchmarkReport {
        warnings = List.copyOf(warnings);
        decisions = List.copyOf(decisions);
        stages = List.copyOf(stages);
    }

    InputBenchmarkReport withWarnings(List<String> found) {
        return new InputBenchmarkReport(
                source,
                transform,
                workers,
                decisions,
                batch,
                imagesPerSecond,
                megabytesPerSecond,
                batchMillisecondsMedian,
                batchMilliseconds95,
                batchMilliseconds99,
                cpuUtilization,
                heapBytesPerImage,
                residentBytes,
                peakMemory,
                stages,
                requests,
                baselineImagesPerSecond,
                found);
    }

    /** The bytes that were read since the beginning, and those of them that came from the near cache. */
    public NearShare near() {
        return NearShare.of(stages);
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("source", source);
        fields.put("transform", transform.name().toLowerCase(Locale.ROOT));
        fields.put("workers", workers);
        fields.put("decisions", decisions);
        fields.put("batch", batch);
        fields.put("images_per_second", imagesPerSecond);
        fields.put("megabytes_per_second", megabytesPerSecond);
        fields.put("batch_milliseconds_median", batchMillisecondsMedian);
        fields.put("batch_milliseconds_p95", batchMilliseconds95);
        fields.put("batch_milliseconds_p99", batchMilliseconds99);
        fields.put("cpu_utilization", cpuUtilization);
        fields.put("heap_bytes_per_image", heapBytesPerImage);
        fields.put("resident_bytes", residentBytes);
        fields.put("memory_bytes", peakMemory.count());
        fields.put("stages", stages.stream().map(InputBenchmarkReport::fields).toList());
        if (requests.requests() > 0) {
            fields.put("storage", requests.fields());
        }
        fields.putAll(near().fields());
        fields.put("warnings", warnings);
        if (baselineImagesPerSecond > 0) {
            fields.put("baseline_images_per_second", baselineImagesPerSecond);
            fields.put("share_of_baseline", imagesPerSecond / baselineImagesPerSecond);
        }
        return fields;
    }

    private static Map<String, Object> fields(StageStatistics stage) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("stage", stage.stage());
        fields.put("stage_kind", stage.kind().name().toLowerCase(Locale.ROOT));
        fields.put("elements", stage.elements());
        fields.put("bytes", stage.bytes());
        fields.put("service_seconds", stage.service().toNanos() * 1e-9);
        fields.put("waited_for_input_seconds", stage.waitedForInput().toNanos() * 1e-9);
        fields.put("waited_for_output_seconds", stage.waitedForOutput().toNanos() * 1e-9);
        return fields;
    }
}
