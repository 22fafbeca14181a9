package dev.stoker.bench.roofline;

import dev.stoker.core.DataType;
import dev.stoker.nn.Model;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.GradientTapeFactory;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceActivity;
import dev.stoker.tensor.cuda.KernelRecorder;
import dev.stoker.train.step.StepSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The kernels of a model's forward and backward pass, layer by layer. A captured step does not say which layer a kernel is of, so
 * these passes are eager, and the device is waited for at each layer: the kernels are the same, and only their time counts.
 */
public final class LayerKernels {
    /** In which cuDNN chooses. */
    private static final int WARM_UP_PASSES = 2;

    private static final int PASSES = 3;

    private LayerKernels() {}

    /** The fields of the report. Without fused kernels autograd computes all gradients in one go, and no layer can be told from another. */
    public static Map<String, Object> of(
            Model model, int batch, StepSettings settings, Device.Cuda device, OptionalDouble peak) {
        var ceilings = DeviceCeilings.measured(device, peak);
        try (var _ = TensorScope.open("layers")) {
            var tapes = tapes(settings, device);
            return tapes.whyNotFused()
                    .map(why -> Map.<String, Object>of("why_no_layers", why))
                    .orElseGet(() -> layers(model, batch, settings.precision().type(), device, tapes, ceilings));
        }
    }

    private static GradientTapeFactory tapes(StepSettings settings, Device.Cuda device) {
        if (settings.fusing() != StepSettings.Fusing.AUTO) {
            return GradientTapeFactory.without("fusing is off");
        }
        return settings.precision().hasLowPrecisionWeights()
                ? GradientTapeFactory.without("layers are measured with weights of 32 bits only")
                : GradientTapeFactory.on(device);
    }

    private static Map<String, Object> layers(
            Model model,
            int batch,
            DataType type,
            Device.Cuda device,
            GradientTapeFactory tapes,
            DeviceCeilings ceilings) {
        List<LayerTime> times = times(
                new LayerPass(model, batch, type, device),
                tapes,
                StepTraffic.byLayer(model, batch, type.bytes()),
                ceilings);
        double all = times.stream().mapToDouble(LayerTime::milliseconds).sum();
        return Map.of(
                "kernel_layers",
                times.stream().map(each -> each.fields(all, ceilings)).toList());
    }

    private static List<LayerTime> times(
            LayerPass pass, GradientTapeFactory tapes, Map<String, StepTraffic> traffic, DeviceCeilings ceilings) {
        var recorded = Collections.synchronizedList(new ArrayList<DeviceActivity>());
        try (var recorder = KernelRecorder.open(recorded::add)) {
            for (int i = 0; i < WARM_UP_PASSES; i++) {
                pass.run(tapes, new LayerActivities(List::of));
            }
            var layers = new LayerActivities(() -> {
                recorder.flush();
                var newest = List.copyOf(recorded);
                recorded.clear();
                return newest;
            });
            recorder.start();
            for (int i = 0; i < PASSES; i++) {
                pass.run(tapes, layers);
            }
            return layers.times(PASSES, traffic, ceilings);
        }
    }
}
