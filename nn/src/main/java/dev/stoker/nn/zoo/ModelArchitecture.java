package dev.stoker.nn.zoo;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.Layer;

/**
 * A model that can be built for images of a smallest size or more.
 *
 * @param defaultInput the images it was designed for
 * @param classes the default number of classes
 * @param smallest the side of the smallest image that it supports
 * @param multiple what sides must be multiples of
 */
record ModelArchitecture(String name, Shape defaultInput, int classes, int smallest, int multiple, Builder builder) {
    static final Shape GRAY_28 = new Shape(28, 28, 1);
    static final Shape COLOR_32 = new Shape(32, 32, 3);
    static final Shape COLOR_224 = new Shape(224, 224, 3);

    /** Builds the tree of layers. */
    interface Builder {
        Layer build(Shape input, int classes);
    }

    /** For images of any size from the smallest on. */
    ModelArchitecture(String name, Shape defaultInput, int classes, int smallest, Builder builder) {
        this(name, defaultInput, classes, smallest, 1, builder);
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
        refuseUnlessMultiple(input.height());
        refuseUnlessMultiple(input.width());
        return new Model(name, input, classes, builder.build(input, classes));
    }

    private void refuseUnlessMultiple(int side) {
        if (side % multiple != 0) {
            int below = side / multiple * multiple;
            throw new StokerException(
                            "%s needs images whose sides are multiples of %d, got %d; resize them to size %d or %d"
                                    .formatted(name, multiple, side, below, below + multiple))
                    .about("size");
        }
    }
}
