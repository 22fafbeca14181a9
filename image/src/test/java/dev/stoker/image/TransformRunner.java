package dev.stoker.image;

import dev.stoker.core.MemoryTracker;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.TransformChain;
import java.lang.foreign.Arena;
import java.util.function.BiConsumer;

/** Runs transforms on the pixels of tests. */
public final class TransformRunner {
    private TransformRunner() {}

    /** The pixels after an operation that works in place. */
    public static Pixels apply(Pixels source, BiConsumer<MatImage, Workspace> operation) {
        try (var workspace = Workspace.open(MemoryTracker.UNLIMITED)) {
            var canvas = workspace.intermediate.sized(source.height(), source.width(), source.channels());
            canvas.pixels().copyFrom(source.segment());
            operation.accept(canvas, workspace);
            return Pixels.of(canvas);
        }
    }

    /** The row that a chain writes for pixels, with the random numbers of a seed. */
    public static Pixels run(TransformChain chain, Pixels pixels, Shape target, long seed) {
        var row = Arena.ofAuto().allocate(target.bytes());
        try (var scratch = ScratchBuffers.open()) {
            chain.compile(target, ImageDecoder.openCv())
                    .run(pixels.segment(), pixels.shape(), row, new SeededRandom(new Seed(seed)), scratch);
        }
        return Pixels.of(row, target);
    }

    /** The same for a chain that keeps the size. */
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
