package dev.stoker.nn;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;

/**
 * A model that can be built for any pictures of a smallest size or more.
 *
 * @param usual the pictures it was made for
 * @param classes how many there usually are
 * @param smallest the side of the smallest picture that comes out at the other end
 */
record Blueprint(String name, Shape usual, int classes, int smallest, Builder builder) {
    static final Shape GREY_28 = new Shape(28, 28, 1);
    static final Shape COLOUR_32 = new Shape(32, 32, 3);
    static final Shape COLOUR_224 = new Shape(224, 224, 3);

    /** Makes the tree. */
    interface Builder {
        Layer build(Shape input, int classes);
    }

    /** A net for ImageNet. */
    static Blueprint imagenet(String name, int smallest, Builder builder) {
        return new Blueprint(name, COLOUR_224, 1000, smallest, builder);
    }

    /** A net for CIFAR-10. */
    static Blueprint cifar(String name, int smallest, Builder builder) {
        return new Blueprint(name, COLOUR_32, 10, smallest, builder);
    }

    Model build(Shape input, int classes) {
        if (Math.min(input.height(), input.width()) < smallest) {
            throw new StokerException("%s needs pictures of at least %d×%d, got %d×%d; make them larger with --size %d"
                    .formatted(name, smallest, smallest, input.height(), input.width(), usual.height()));
        }
        return new Model(name, input, classes, builder.build(input, classes));
    }
}
