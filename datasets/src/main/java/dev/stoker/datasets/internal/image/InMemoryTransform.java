package dev.stoker.datasets.internal.image;

import dev.stoker.core.Shape;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.Worker;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.transform.CompiledTransformChain;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.Resize;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Images in memory made smaller and painted on their way into a row, after they were moved and flipped at their own size. */
record InMemoryTransform(Shape from, CompiledTransformChain finish) {

    static InMemoryTransform of(Shape from, Shape target, TransformChain transforms) {
        var shrinking = target.equals(from)
                ? TransformChain.none()
                : TransformChain.of(new Resize(target.height(), target.width(), Interpolation.AREA));
        var recipe = shrinking.then(transforms.transforms().toArray(Transform[]::new));
        return new InMemoryTransform(from, recipe.compile(target, ImageDecoder.openCv()));
    }

    int rowBytes() {
        return finish.target().bytes();
    }

    /** A place for an image of the size it has, and what the recipe needs; one worker has it to itself. */
    static final class TransformBuffer implements AutoCloseable {
        private final Arena arena = Arena.ofShared();
        private final MemorySegment pixels;
        private final ScratchBuffers scratch;

        private TransformBuffer(Shape shape, Worker worker) {
            pixels = arena.allocate(shape.bytes());
            scratch = ScratchBuffers.open(worker.memory());
        }

        MemorySegment pixels() {
            return pixels;
        }

        @Override
        public void close() {
            try (scratch) {
                arena.close();
            }
        }
    }

    TransformBuffer place(Worker worker) {
        return worker.scratch(this, () -> new TransformBuffer(from, worker));
    }

    /** Brings what lies in the place into the row. */
    void into(MemorySegment row, TransformBuffer place, SeededRandom draws) {
        finish.run(place.pixels, from, row, draws, place.scratch);
    }
}
