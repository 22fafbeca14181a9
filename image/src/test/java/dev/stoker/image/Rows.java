package dev.stoker.image;

import dev.stoker.core.Draws;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import java.lang.foreign.Arena;
import java.util.function.BiConsumer;

/** Runs recipes on pixels as tests want them. */
final class Rows {
    private Rows() {}

    /** What a painter makes of pixels. */
    static Pixels painted(Pixels source, BiConsumer<Picture, Scratch> painter) {
        try (var scratch = Scratch.open()) {
            var canvas = scratch.between.sized(source.height(), source.width(), source.channels());
            canvas.pixels().copyFrom(source.segment());
            painter.accept(canvas, scratch);
            return Pixels.of(canvas);
        }
    }

    /** The row that a recipe makes of pixels, with the draws of a seed. */
    static Pixels run(Recipe recipe, Pixels pixels, Shape target, long seed) {
        var row = Arena.ofAuto().allocate(target.bytes());
        try (var scratch = Scratch.open()) {
            recipe.compile(target, Decoder.openCv())
                    .run(pixels.segment(), pixels.shape(), row, new Draws(new Seed(seed)), scratch);
        }
        return Pixels.of(row, target);
    }

    /** The same for a recipe that keeps the size. */
    static Pixels run(Recipe recipe, Pixels pixels, long seed) {
        return run(recipe, pixels, pixels.shape(), seed);
    }

    static Pixels run(Recipe recipe, byte[] encoded, Shape target, long seed) {
        return run(recipe, encoded, target, seed, Decoder.openCv());
    }

    static Pixels run(Recipe recipe, byte[] encoded, Shape target, long seed, Decoder decoder) {
        var row = Arena.ofAuto().allocate(target.bytes());
        try (var scratch = Scratch.open()) {
            recipe.compile(target, decoder).run(Encoded.segment(encoded), row, new Draws(new Seed(seed)), scratch);
        }
        return Pixels.of(row, target);
    }
}
