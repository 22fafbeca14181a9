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

/** Resizes an image in memory after its shift and flip, and applies the other transforms, into a row. */
record InMemoryTransform(Shape from, CompiledTransformChain transforms) {

    static InMemoryTransform of(Shape from, Shape target, TransformChain transforms) {
        var resize = target.equals(from)
                ? TransformChain.none()
                : TransformChain.of(new Resize(target.height(), target.width(), Interpolation.AREA));
        var chain = resize.then(transforms.transforms().toArray(Transform[]::new));
        return new InMemoryTransform(from, chain.compile(target, ImageDecoder.openCv()));
    }

    int rowBytes() {
        return transforms.target().bytes();
    }

    /** A worker's own buffer for an image in its original size, and the scratch memory of the transforms. */
    static final class TransformBuffer implements AutoCloseable {
        private final Arena arena = Arena.ofShared();
        private final MemorySegment pixels;
        private final ScratchBuffers scratch;

        private TransformBuffer(Shape shape, Worker worker) {
            pixels = arena.allocate(shape.bytes());
            scratch = ScratchBuffers.open(worker);
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

    TransformBuffer buffer(Worker worker) {
        return worker.scratch(this, () -> new TransformBuffer(from, worker));
    }

    /** Transforms the image in the buffer into the row. */
    void apply(TransformBuffer buffer, MemorySegment row, SeededRandom random) {
        transforms.run(buffer.pixels, from, row, random, buffer.scratch);
    }
}
