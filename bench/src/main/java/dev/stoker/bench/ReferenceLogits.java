package dev.stoker.bench;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.nn.weights.WeightFile;
import dev.stoker.nn.weights.WeightTransfer;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Devices;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.NativeSettings;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The logits of models for images computed by a formula, to compare with another library; bench/torchvision does. Writes
 * initial weights as NAME.safetensors with their logits in NAME.ours.logits, and, where there is a NAME.pth, the logits with
 * those weights in NAME.theirs.logits: 32-bit floats, image by image.
 */
public final class ReferenceLogits {
    private static final int IMAGES = 2;

    private ReferenceLogits() {}

    /** FOLDER DEVICE NAME... */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 3) {
            System.err.println("usage: ReferenceLogits FOLDER DEVICE MODEL...");
            System.exit(2);
        }
        var folder = Path.of(arguments[0]);
        var device = Devices.choose(arguments[1]);
        NativeSettings.defaults().apply();
        for (int i = 2; i < arguments.length; i++) {
            try (var _ = TensorScope.open(arguments[i]);
                    var _ = Gradients.off()) {
                writeLogits(folder, device, ModelZoo.withDefaults(arguments[i]));
            }
        }
    }

    private static void writeLogits(Path folder, Device device, Model model) throws IOException {
        var weights = Weights.initial(model, new Seed(1), device);
        SafetensorsWriter.write(folder.resolve(model.name() + ".safetensors"), weights.all(), Map.of("format", "pt"));
        Files.write(folder.resolve(model.name() + ".ours.logits"), logits(model, weights, device));
        var given = folder.resolve(model.name() + ".pth");
        if (Files.exists(given)) {
            load(model, given, weights);
            Files.write(folder.resolve(model.name() + ".theirs.logits"), logits(model, weights, device));
        }
    }

    /** All weights, counters too. */
    private static void load(Model model, Path given, Weights weights) {
        try (var file = WeightFile.open(given)) {
            var transfer = WeightTransfer.of(model, file, WeightTransfer.Selection.ALL);
            if (!transfer.reinitialized().isEmpty()) {
                throw new IllegalStateException("%s has no %s".formatted(given, transfer.reinitialized()));
            }
            transfer.copyInto(weights);
        }
    }

    private static byte[] logits(Model model, Weights weights, Device device) {
        try (var _ = TensorScope.open("logits")) {
            return Forward.evaluating(model, weights)
                    .apply(images(model.input(), device))
                    .to(DataType.FLOAT32, Device.CPU)
                    .toHost()
                    .toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /** Numbers in -2..2: a multiplicative hash of the position, exact in both languages. */
    private static Tensor images(Shape shape, Device device) {
        var values = new float[IMAGES * shape.channels() * shape.height() * shape.width()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (4 * (((i * 2654435761L + 12345) & 0xffffffffL) * 0x1p-32 - 0.5));
        }
        return Tensor.of(values, device, IMAGES, shape.channels(), shape.height(), shape.width())
                .channelsLast();
    }
}
