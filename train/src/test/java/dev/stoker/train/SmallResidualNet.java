package dev.stoker.train;

import dev.stoker.core.Shape;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.DropPath;
import dev.stoker.nn.layer.Layer.Dropout;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.Sequential;

/**
 * A net with every kind of layer that has state or randomness of its own: batch norm, stochastic depth, dropout. All of its
 * operators are deterministic, unlike the gradient of max pooling on a GPU, which adds up in an order that varies.
 */
public final class SmallResidualNet {
    private static final int CHANNELS = 16;

    private SmallResidualNet() {}

    public static Model of(Shape input, int classes) {
        var body = Sequential.of(
                Conv2d.same(CHANNELS, CHANNELS, 3, 1),
                new BatchNorm2d(CHANNELS),
                Activation.RELU,
                Conv2d.same(CHANNELS, CHANNELS, 3, 1),
                new BatchNorm2d(CHANNELS),
                new DropPath(0.2));
        return new Model(
                "small net",
                input,
                classes,
                Sequential.of(
                        Conv2d.same(input.channels(), CHANNELS, 3, 1),
                        new BatchNorm2d(CHANNELS),
                        Activation.RELU,
                        Residual.around(body),
                        new GlobalAveragePool(),
                        new Flatten(),
                        new Dropout(0.1),
                        new Linear(CHANNELS, classes)));
    }

    /** With three blocks. */
    public static Model deep(Shape input, int classes) {
        return new Model(
                "small deep net",
                input,
                classes,
                Sequential.of(
                        Conv2d.same(input.channels(), CHANNELS, 3, 1),
                        new BatchNorm2d(CHANNELS),
                        Activation.RELU,
                        block(0.1),
                        block(0.2),
                        block(0.3),
                        new GlobalAveragePool(),
                        new Flatten(),
                        new Dropout(0.1),
                        new Linear(CHANNELS, classes)));
    }

    private static Residual block(double dropPath) {
        return Residual.around(Sequential.of(
                Conv2d.same(CHANNELS, CHANNELS, 3, 1),
                new BatchNorm2d(CHANNELS),
                Activation.RELU,
                Conv2d.same(CHANNELS, CHANNELS, 3, 1),
                new BatchNorm2d(CHANNELS),
                new DropPath(dropPath)));
    }
}
