package dev.stoker.nn.zoo;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.Layer;

/**
 * A model that can be built for any images of a smallest size or more.
 *
 * @param defaultInput the images it was designed for
 * @param classes the default number of classes
 * @param smallest the side of the smallest image that it supports
 */
record ModelArchitecture(String name, Shape defaultInput, int classes, int smallest, Builder builder) {
    static final Shape GRAY_28 = new Shape(28, 28, 1);
    static final Shape COLOR_32 = new Shape(32, 32, 3);
    static final Shape COLOR_224 = new Shape(224, 224, 3);

    /** Builds the tree of layers. */
    interface Builder {
        Layer build(Shape input, int classes);
    }

    /** A net for ImageNet. */
    static ModelArchitecture imagenet(String name, int smallest, Builder builder) {
        return new ModelArchitecture(name, COLOR_224, 1000, smallest, builder);
    }

    /** A net for CIFAR-10. */
    static ModelArchitecture cifar(String name, int smallest, Builder builder) {
        return new ModelArchitecture(name, COLOR_32, 10, smallest, builder);
    }

    Model build(Shape input, int classes) {
        if (Math.min(input.height(), input.width()) < smallest) {
            throw new StokerException("%s needs images of at least %d×%d, got %d×%d; resize them to size %d"
                            .formatted(name, smallest, smallest, input.height(), input.width(), defaultInput.height()))
                    .about("size");
        }
        return new Model(name, input, classes, builder.build(input, classes));
    }
}
