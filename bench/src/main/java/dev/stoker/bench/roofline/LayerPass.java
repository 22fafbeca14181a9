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
import dev.stoker.train.step.SyntheticBatch;
import java.lang.foreign.Arena;

/** Forward and backward on a batch of noise. */
final class LayerPass {
    private static final double HALF_BYTE = 127.5;

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
            images = Tensor.view(noise.rows(), DataType.UINT8, batch, shape.height(), shape.width(), shape.channels())
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
