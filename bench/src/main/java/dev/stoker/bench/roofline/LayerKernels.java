package dev.stoker.bench.roofline;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.DropoutGenerator;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.GradientTapeFactory;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceActivity;
import dev.stoker.tensor.cuda.KernelRecorder;
import dev.stoker.train.step.SyntheticBatch;
import java.lang.foreign.Arena;
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
    private static final double HALF_BYTE = 127.5;

    private LayerKernels() {}

    /** The fields of the report. */
    public static Map<String, Object> of(
            Model model, int batch, DataType type, Device.Cuda device, OptionalDouble peak) {
        var ceilings = DeviceCeilings.measured(device, peak);
        List<LayerTime> times = times(model, batch, type, device, ceilings);
        double all = times.stream().mapToDouble(LayerTime::milliseconds).sum();
        return Map.of(
                "kernel_layers",
                times.stream().map(each -> each.fields(all, ceilings)).toList());
    }

    private static List<LayerTime> times(
            Model model, int batch, DataType type, Device.Cuda device, DeviceCeilings ceilings) {
        var recorded = Collections.synchronizedList(new ArrayList<DeviceActivity>());
        try (var _ = TensorScope.open("layers");
                var recorder = KernelRecorder.open(recorded::add)) {
            var layers = new LayerActivities(() -> {
                recorder.flush();
                var newest = List.copyOf(recorded);
                recorded.clear();
                return newest;
            });
            var pass = new LayerPass(model, batch, type, device);
            for (int i = 0; i < WARM_UP_PASSES; i++) {
                pass.run(GradientTapeFactory.on(device), new LayerActivities(List::of));
            }
            recorder.start();
            for (int i = 0; i < PASSES; i++) {
                pass.run(GradientTapeFactory.on(device), layers);
            }
            return layers.times(PASSES, StepTraffic.byLayer(model, batch, type.bytes()), ceilings);
        }
    }

    /** Forward and backward on a batch of noise. */
    static final class LayerPass {
        private final Model model;
        private final DataType type;
        private final Device device;
        private final Weights weights;
        private final Tensor images;
        private final Tensor labels;
        private final DropoutGenerator dropout;

        /** Tensors belong to the innermost scope. */
        LayerPass(Model model, int batch, DataType type, Device device) {
            this.model = model;
            this.type = type;
            this.device = device;
            weights = Weights.initial(model, new Seed(1), device);
            weights.parameters().values().forEach(Tensor::createGradient);
            dropout = new DropoutGenerator(new Seed(1), Tensor.zeros(DataType.INT64, device));
            var shape = model.input();
            try (var arena = Arena.ofConfined()) {
                var noise = SyntheticBatch.of(shape, model.classes(), batch, arena);
                images = Tensor.view(
                                noise.rows(), DataType.UINT8, batch, shape.height(), shape.width(), shape.channels())
                        .to(DataType.FLOAT32, device)
                        .plus(-HALF_BYTE)
                        .times(1 / HALF_BYTE)
                        .permute(0, 3, 1, 2);
                labels = Tensor.zeros(DataType.INT64, device, batch)
                        .copyFrom(Tensor.view(noise.labels(), DataType.INT64, batch));
            }
        }

        void run(GradientTapeFactory tapes, LayerActivities layers) {
            try (var _ = TensorScope.open("pass")) {
                var tape = tapes.telling(layers::next).tape();
                layers.begin();
                var forward = Forward.training(model, weights, dropout);
                Tensor loss;
                try (var _ = Autocast.open(device, type)) {
                    var outputs = tape.map(forward::withTape)
                            .orElse(forward)
                            .outputs(images)
                            .toFloat();
                    loss = outputs.loss(logits -> Functional.crossEntropy(logits, labels, 0));
                }
                layers.endLayer();
                tape.ifPresentOrElse(each -> each.backward(loss, layers::finished), loss::backward);
            }
        }
    }
}
