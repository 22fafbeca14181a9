package dev.stoker.nn.zoo;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.Layer;

/**
 * A model that can be built for any images of a smallest size or more.
 *
 * @param usual the images it was made for
 * @param classes how many there usually are
 * @param smallest the side of the smallest image that comes out at the other end
 */
record ModelArchitecture(String name, Shape usual, int classes, int smallest, Builder builder) {
    static final Shape GRAY_28 = new Shape(28, 28, 1);
    static final Shape COLOR_32 = new Shape(32, 32, 3);
    static final Shape COLOR_224 = new Shape(224, 224, 3);

    /** Makes the tree. */
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
            throw new StokerException("%s needs images of at least %d×%d, got %d×%d; make them larger with --size %d"
                    .formatted(name, smallest, smallest, input.height(), input.width(), usual.height()));
        }
        return new Model(name, input, classes, builder.build(input, classes));
    }
}
