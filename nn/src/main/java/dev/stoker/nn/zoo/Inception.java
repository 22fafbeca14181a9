package dev.stoker.nn.zoo;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.Auxiliary;
import dev.stoker.nn.layer.Layer.AveragePool2d;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Concat;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Dropout;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.MaxPool2d;
import dev.stoker.nn.layer.Layer.Named;
import dev.stoker.nn.layer.Layer.Sequential;
import java.util.List;

/**
 * Inception v3 (Szegedy et al., 2015), named as torchvision names it. Weights start normal, as torchvision's do: it
 * truncates them at ±2, which at a deviation of 0.1 never happens.
 */
final class Inception {
    private static final int AUXILIARY_FROM =
            17; // 5×5 pooling with stride 3 must leave 5 pixels for the 5×5 convolution
    private static final KernelWindow POINT = KernelWindow.square(1, 1, 0);
    private static final KernelWindow HALVING = KernelWindow.square(3, 2, 0);
    private static final KernelWindow ROW_OF_7 = KernelWindow.same(1, 7);
    private static final KernelWindow COLUMN_OF_7 = KernelWindow.same(7, 1);

    private Inception() {}

    static List<ModelArchitecture> all() {
        return List.of(new ModelArchitecture("inception_v3", new Shape(299, 299, 3), 1000, 75, Inception::v3));
    }

    private static Layer v3(Shape input, int classes) {
        return Sequential.of(
                convolution("Conv2d_1a_3x3", input.channels(), 32, HALVING),
                convolution("Conv2d_2a_3x3", 32, 32, KernelWindow.square(3, 1, 0)),
                convolution("Conv2d_2b_3x3", 32, 64, KernelWindow.same(3, 3)),
                named("maxpool1", new MaxPool2d(HALVING, false)),
                convolution("Conv2d_3b_1x1", 64, 80, POINT),
                convolution("Conv2d_4a_3x3", 80, 192, KernelWindow.square(3, 1, 0)),
                named("maxpool2", new MaxPool2d(HALVING, false)),
                named("Mixed_5b", squares(192, 32)),
                named("Mixed_5c", squares(256, 64)),
                named("Mixed_5d", squares(288, 64)),
                named("Mixed_6a", halved(288)),
                named("Mixed_6b", stripes(768, 128)),
                named("Mixed_6c", stripes(768, 160)),
                named("Mixed_6d", stripes(768, 160)),
                named("Mixed_6e", stripes(768, 192)),
                named("AuxLogits", auxiliary(classes)),
                named("Mixed_7a", halvedAgain(768)),
                named("Mixed_7b", forked(1280)),
                named("Mixed_7c", forked(2048)),
                named("avgpool", new GlobalAveragePool()),
                named("dropout", new Dropout(0.5)),
                named("flatten", new Flatten()),
                named("fc", linear(2048, classes, 0.1)));
    }

    private static Concat squares(int in, int pooled) {
        return Concat.of(
                convolution("branch1x1", in, 64, POINT),
                branch(
                        convolution("branch5x5_1", in, 48, POINT),
                        convolution("branch5x5_2", 48, 64, KernelWindow.same(5, 5))),
                branch(
                        convolution("branch3x3dbl_1", in, 64, POINT),
                        convolution("branch3x3dbl_2", 64, 96, KernelWindow.same(3, 3)),
                        convolution("branch3x3dbl_3", 96, 96, KernelWindow.same(3, 3))),
                pooled(in, pooled));
    }

    private static Concat halved(int in) {
        return Concat.of(
                convolution("branch3x3", in, 384, HALVING),
                branch(
                        convolution("branch3x3dbl_1", in, 64, POINT),
                        convolution("branch3x3dbl_2", 64, 96, KernelWindow.same(3, 3)),
                        convolution("branch3x3dbl_3", 96, 96, HALVING)),
                named("maxpool", new MaxPool2d(HALVING, false)));
    }

    /** A window of 7×7 as a row and a column. */
    private static Concat stripes(int in, int narrow) {
        return Concat.of(
                convolution("branch1x1", in, 192, POINT),
                branch(
                        convolution("branch7x7_1", in, narrow, POINT),
                        convolution("branch7x7_2", narrow, narrow, ROW_OF_7),
                        convolution("branch7x7_3", narrow, 192, COLUMN_OF_7)),
                branch(
                        convolution("branch7x7dbl_1", in, narrow, POINT),
                        convolution("branch7x7dbl_2", narrow, narrow, COLUMN_OF_7),
                        convolution("branch7x7dbl_3", narrow, narrow, ROW_OF_7),
                        convolution("branch7x7dbl_4", narrow, narrow, COLUMN_OF_7),
                        convolution("branch7x7dbl_5", narrow, 192, ROW_OF_7)),
                pooled(in, 192));
    }

    private static Concat halvedAgain(int in) {
        return Concat.of(
                branch(convolution("branch3x3_1", in, 192, POINT), convolution("branch3x3_2", 192, 320, HALVING)),
                branch(
                        convolution("branch7x7x3_1", in, 192, POINT),
                        convolution("branch7x7x3_2", 192, 192, ROW_OF_7),
                        convolution("branch7x7x3_3", 192, 192, COLUMN_OF_7),
                        convolution("branch7x7x3_4", 192, 192, HALVING)),
                named("maxpool", new MaxPool2d(HALVING, false)));
    }

    private static Concat forked(int in) {
        return Concat.of(
                convolution("branch1x1", in, 320, POINT),
                branch(convolution("branch3x3_1", in, 384, POINT), fork("branch3x3_2", 384)),
                branch(
                        convolution("branch3x3dbl_1", in, 448, POINT),
                        convolution("branch3x3dbl_2", 448, 384, KernelWindow.same(3, 3)),
                        fork("branch3x3dbl_3", 384)),
                pooled(in, 192));
    }

    /** A row beside a column. */
    private static Named fork(String name, int channels) {
        return named(
                "",
                Concat.of(
                        convolution(name + "a", channels, channels, KernelWindow.same(1, 3)),
                        convolution(name + "b", channels, channels, KernelWindow.same(3, 1))));
    }

    private static Auxiliary auxiliary(int classes) {
        return new Auxiliary(
                Sequential.of(
                        named("pool0", new AveragePool2d(KernelWindow.square(5, 3, 0))),
                        convolution("conv0", 768, 128, POINT),
                        convolution("conv1", 128, 768, KernelWindow.square(5, 1, 0), 0.01),
                        named("pool1", new GlobalAveragePool()),
                        named("flatten", new Flatten()),
                        named("fc", linear(768, classes, 0.001))),
                AUXILIARY_FROM);
    }

    private static Linear linear(int in, int classes, double deviation) {
        return new Linear(in, classes, true, new Initializer.Normal(deviation), Initializer.Uniform.fan(in));
    }

    private static Named branch(Named... layers) {
        return named("", Sequential.of(layers));
    }

    private static Named pooled(int in, int out) {
        return branch(
                named("avgpool", new AveragePool2d(KernelWindow.same(3, 3))),
                convolution("branch_pool", in, out, POINT));
    }

    private static Named convolution(String name, int in, int out, KernelWindow window) {
        return convolution(name, in, out, window, 0.1);
    }

    private static Named convolution(String name, int in, int out, KernelWindow window, double deviation) {
        return named(
                name,
                Sequential.of(
                        named("conv", new Conv2d(in, out, window, 1, false, new Initializer.Normal(deviation))),
                        named("bn", new BatchNorm2d(out, 0.1, 0.001)),
                        named("relu", Activation.RELU)));
    }
}
