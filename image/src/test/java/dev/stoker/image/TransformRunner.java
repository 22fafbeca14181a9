package dev.stoker.image;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.transform.TransformChain;
import java.lang.foreign.Arena;
import java.util.function.BiConsumer;

/** Runs recipes on pixels as tests want them. */
public final class TransformRunner {
    private TransformRunner() {}

    /** What a painter makes of pixels. */
    public static Pixels painted(Pixels source, BiConsumer<Image, ScratchBuffers> painter) {
        try (var scratch = ScratchBuffers.open()) {
            var canvas = scratch.between.sized(source.height(), source.width(), source.channels());
            canvas.pixels().copyFrom(source.segment());
            painter.accept(canvas, scratch);
            return Pixels.of(canvas);
        }
    }

    /** The row that a recipe makes of pixels, with the draws of a seed. */
    public static Pixels run(TransformChain chain, Pixels pixels, Shape target, long seed) {
        var row = Arena.ofAuto().allocate(target.bytes());
        try (var scratch = ScratchBuffers.open()) {
            chain.compile(target, ImageDecoder.openCv())
                    .run(pixels.segment(), pixels.shape(), row, new SeededRandom(new Seed(seed)), scratch);
        }
        return Pixels.of(row, target);
    }

    /** The same for a recipe that keeps the size. */
    public static Pixels run(TransformChain chain, Pixels pixels, long seed) {
        return run(chain, pixels, pixels.shape(), seed);
    }

    public static Pixels run(TransformChain chain, byte[] encoded, Shape target, long seed) {
        return run(chain, encoded, target, seed, ImageDecoder.openCv());
    }

    public static Pixels run(TransformChain chain, byte[] encoded, Shape target, long seed, ImageDecoder decoder) {
        var row = Arena.ofAuto().allocate(target.bytes());
        try (var scratch = ScratchBuffers.open()) {
            chain.compile(target, decoder)
                    .run(EncodedImages.segment(encoded), row, new SeededRandom(new Seed(seed)), scratch);
        }
        return Pixels.of(row, target);
    }
}
