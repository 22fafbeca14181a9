package dev.stoker.bench.roofline;

import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.telemetry.trace.OperatorGroup;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.DeviceActivity;
import dev.stoker.tensor.cuda.KernelRecorder;
import dev.stoker.train.step.SyntheticStep;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The kernels of a step, recorded by CUPTI while it is replayed, beside the least that they must move and compute: where the time is,
 * and how far each group is from the bandwidth or the peak of the device. Opened before the step is.
 */
public final class StepKernels implements AutoCloseable {
    private static final int STEPS = 10;
    private static final int MOST_EXPENSIVE = 12;

    private final KernelRecorder recorder;
    private final List<DeviceActivity> activities = Collections.synchronizedList(new ArrayList<>());

    private StepKernels() {
        recorder = KernelRecorder.open(activities::add);
    }

    public static StepKernels open() {
        KernelRecorder.whyUnavailable().ifPresent(why -> {
            throw new StokerException("kernels cannot be recorded: " + why).about("kernels");
        });
        return new StepKernels();
    }

    /** The fields of the report: groups of kernels, and the most expensive kernels. */
    public Map<String, Object> of(
            SyntheticStep step, Model model, int batch, int elementBytes, Device.Cuda device, OptionalDouble peak) {
        step.synchronize();
        recorder.flush(); // what was done before is in buffers still, and would be reported as of these steps
        recorder.start();
        for (int i = 0; i < STEPS; i++) {
            step.run();
        }
        step.synchronize();
        recorder.flush();
        recorder.close();
        var ceilings = DeviceCeilings.measured(device, peak);
        var recorded = List.copyOf(activities);
        double all = milliseconds(recorded);
        var fields = new LinkedHashMap<String, Object>();
        fields.put("kernel_milliseconds", all);
        fields.put("copy_terabytes_per_second", 1e-12 * ceilings.bytesPerSecond());
        fields.put(
                "kernel_groups",
                groups(recorded, StepTraffic.byGroup(model, batch, elementBytes)).stream()
                        .map(group -> group.fields(all, ceilings))
                        .toList());
        fields.put("most_expensive_kernels", mostExpensive(recorded, all));
        return fields;
    }

    static List<GroupTime> groups(List<DeviceActivity> recorded, Map<OperatorGroup, StepTraffic> traffic) {
        var byGroup = recorded.stream()
                .collect(Collectors.groupingBy(
                        StepKernels::group, () -> new EnumMap<>(OperatorGroup.class), Collectors.toList()));
        return byGroup.entrySet().stream()
                .map(entry -> new GroupTime(
                        entry.getKey(),
                        entry.getValue().size() / (double) STEPS,
                        milliseconds(entry.getValue()),
                        traffic.getOrDefault(entry.getKey(), StepTraffic.NONE)))
                .sorted(Comparator.comparingDouble(GroupTime::milliseconds).reversed())
                .toList();
    }

    private static OperatorGroup group(DeviceActivity activity) {
        var group = OperatorGroup.of(activity.name());
        return group == OperatorGroup.MATRIX_PRODUCT ? OperatorGroup.CONVOLUTION : group;
    }

    private static List<Map<String, Object>> mostExpensive(List<DeviceActivity> recorded, double all) {
        var byName = recorded.stream().collect(Collectors.groupingBy(DeviceActivity::name));
        return byName.entrySet().stream()
                .sorted(Comparator.comparingDouble(
                        (Map.Entry<String, List<DeviceActivity>> entry) -> -milliseconds(entry.getValue())))
                .limit(MOST_EXPENSIVE)
                .map(entry -> fields(entry.getKey(), entry.getValue(), all))
                .toList();
    }

    private static Map<String, Object> fields(String name, List<DeviceActivity> recorded, double all) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("kernel", name);
        fields.put("kernels", recorded.size() / (double) STEPS);
        fields.put("milliseconds", milliseconds(recorded));
        fields.put("share", milliseconds(recorded) / all);
        return fields;
    }

    /** Of one step. */
    private static double milliseconds(List<DeviceActivity> activities) {
        return DeviceActivity.milliseconds(activities) / STEPS;
    }

    @Override
    public void close() {
        recorder.close();
    }
}
