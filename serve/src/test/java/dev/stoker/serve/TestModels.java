package dev.stoker.serve;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import dev.stoker.core.serving.ServeLimits;
import dev.stoker.core.serving.ServeSettings;
import dev.stoker.data.label.TargetScaling;
import dev.stoker.datasets.Normalization;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.Resize;
import dev.stoker.image.transform.TransformChain;
import dev.stoker.onnx.file.OnnxAttribute;
import dev.stoker.onnx.file.OnnxFile;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.onnx.file.OnnxNode;
import dev.stoker.onnx.file.OnnxTensor;
import dev.stoker.onnx.file.OnnxType;
import dev.stoker.onnx.file.OnnxValue;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;

/** Small models whose answers are known: the logits are the means of red, green and blue, times a factor. */
final class TestModels {
    static final List<String> CLASSES = List.of("<b>red</b>", "green", "blue");
    private static final int SIDE = 8;

    private TestModels() {}

    static ModelCard card() {
        return card(Map.of());
    }

    static ModelCard card(Map<String, String> plan) {
        return new ModelCard(
                "colors",
                Optional.empty(),
                CLASSES,
                new Shape(SIDE, SIDE, 3),
                Optional.of(new Normalization(List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0))),
                TransformChain.of(new Resize(SIDE, SIDE, Interpolation.AREA)),
                Optional.empty(),
                plan,
                Optional.empty());
    }

    /** Takes bytes, and gives means of 0 to 255 times the factor. */
    static Path pixels(Path file, double factor) {
        return pixels(file, factor, card().toMetadata());
    }

    static Path pixels(Path file, double factor, Map<String, String> metadata) {
        var nodes = List.of(
                new OnnxNode("Cast", "cast", List.of("pixels"), "floats", List.of(new OnnxAttribute.Integral("to", 1))),
                new OnnxNode("ReduceMean", "mean", List.of("floats"), "means", axes(1, 2)),
                new OnnxNode("Mul", "scale", List.of("means", "factor"), "logits", List.of()));
        write(file, new OnnxValue("pixels", OnnxType.UINT8, List.of(8L, 8L, 3L)), nodes, factor, metadata);
        return file;
    }

    /** Takes bytes, and gives means of 0 to 255 as numbers in the units of the data. */
    static Path numbers(Path file) {
        var colors = card();
        var card = new ModelCard(
                colors.model(),
                colors.layers(),
                List.of("redness", "greenness", "blueness"),
                colors.input(),
                colors.normalization(),
                colors.transforms(),
                colors.table(),
                Map.of("task", "regression"),
                Optional.of(new TargetScaling(List.of(10.0, 20.0, 30.0), List.of(2.0, 2.0, 2.0))),
                Optional.empty());
        var nodes = List.of(
                new OnnxNode("Cast", "cast", List.of("pixels"), "floats", List.of(new OnnxAttribute.Integral("to", 1))),
                new OnnxNode("ReduceMean", "mean", List.of("floats"), "values", axes(1, 2)));
        var input = new OnnxValue("pixels", OnnxType.UINT8, List.of(8L, 8L, 3L));
        var values = new OnnxValue("values", OnnxType.FLOAT, List.of(3L));
        OnnxFile.write(file, new OnnxGraph("colors", input, List.of(values), nodes, Map.of()), card.toMetadata());
        return file;
    }

    /** Takes normalized floats, and gives means of 0 to 1 times the factor. */
    static Path images(Path file, double factor) {
        var nodes = List.of(
                new OnnxNode("ReduceMean", "mean", List.of("images"), "means", axes(2, 3)),
                new OnnxNode("Mul", "scale", List.of("means", "factor"), "logits", List.of()));
        write(file, new OnnxValue("images", OnnxType.FLOAT, List.of(3L, 8L, 8L)), nodes, factor, card().toMetadata());
        return file;
    }

    /** Takes gray images that are wider than high, and gives their mean of 0 to 1 times 1, 2 and 3. */
    static Path grayAndOblong(Path file) {
        var card = new ModelCard(
                "gray",
                Optional.empty(),
                CLASSES,
                new Shape(6, 10, 1),
                Optional.of(new Normalization(List.of(0.0), List.of(1.0))),
                TransformChain.of(new Resize(6, 10, Interpolation.AREA)),
                Optional.empty(),
                Map.of(),
                Optional.empty());
        var nodes = List.of(
                new OnnxNode("ReduceMean", "mean", List.of("images"), "means", axes(2, 3)),
                new OnnxNode("Mul", "scale", List.of("means", "factor"), "logits", List.of()));
        var input = new OnnxValue("images", OnnxType.FLOAT, List.of(1L, 6L, 10L));
        var logits = new OnnxValue("logits", OnnxType.FLOAT, List.of(3L));
        var factors = OnnxTensor.floats("factor", List.of(3L), 1, 2, 3);
        OnnxFile.write(
                file,
                new OnnxGraph("gray", input, List.of(logits), nodes, Map.of("factor", factors)),
                card.toMetadata());
        return file;
    }

    private static List<OnnxAttribute> axes(long... axes) {
        return List.of(
                new OnnxAttribute.Integrals("axes", List.of(axes[0], axes[1])),
                new OnnxAttribute.Integral("keepdims", 0));
    }

    private static void write(
            Path file, OnnxValue input, List<OnnxNode> nodes, double factor, Map<String, String> metadata) {
        var constant = OnnxTensor.floats("factor", List.of(1L), (float) factor);
        var logits = new OnnxValue("logits", OnnxType.FLOAT, List.of(3L));
        OnnxFile.write(
                file, new OnnxGraph("colors", input, List.of(logits), nodes, Map.of("factor", constant)), metadata);
    }

    static ServeSettings settings() {
        return new ServeSettings(
                "127.0.0.1",
                0,
                Optional.empty(),
                Optional.empty(),
                new ServeSettings.Batching(4, Duration.ofMillis(2), 64, Duration.ofSeconds(5), 1, 1),
                limits(),
                Duration.ofMillis(300));
    }

    static ServeLimits limits() {
        return new ServeLimits(new Bytes(1_000_000), 1_000_000, 64, new Bytes(8_192), Duration.ofSeconds(2));
    }

    static ServeSettings with(ServeSettings.Batching batching) {
        var settings = settings();
        return new ServeSettings(
                settings.host(), 0, settings.token(), settings.name(), batching, settings.limits(), settings.drain());
    }

    static ServeSettings withToken(String token) {
        var settings = settings();
        return new ServeSettings(
                settings.host(),
                0,
                Optional.of(token),
                Optional.empty(),
                settings.batching(),
                settings.limits(),
                settings.drain());
    }

    static byte[] png(Color color, int width, int height) {
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        var graphics = image.createGraphics();
        graphics.setColor(color);
        graphics.fillRect(0, 0, width, height);
        graphics.dispose();
        var bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }
}
