package dev.stoker.datasets;

import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.data.Worker;
import dev.stoker.image.CompiledRecipe;
import dev.stoker.image.Decoder;
import dev.stoker.image.Interpolation;
import dev.stoker.image.Recipe;
import dev.stoker.image.ResizeTo;
import dev.stoker.image.Scratch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Pictures in memory made smaller on their way into a row, after they were moved and mirrored at their own size. */
record ShrunkPixels(Shape from, CompiledRecipe resize) {
    /** Resizing draws nothing. */
    private static final Seed NONE = new Seed(0);

    static ShrunkPixels of(Shape from, int side) {
        var target = new Shape(side, side, from.channels());
        return new ShrunkPixels(
                from, Recipe.of(new ResizeTo(side, side, Interpolation.AREA)).compile(target, Decoder.openCv()));
    }

    int rowBytes() {
        return resize.target().bytes();
    }

    /** A place for a picture of the size it has, and what the resizing needs; one worker has it to itself. */
    static final class Place implements AutoCloseable {
        private final Arena arena = Arena.ofShared();
        private final MemorySegment pixels;
        private final Scratch scratch;

        private Place(Shape shape, Worker worker) {
            pixels = arena.allocate(shape.bytes());
            scratch = Scratch.open(worker.memory());
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

    Place place(Worker worker) {
        return worker.scratch(this, () -> new Place(from, worker));
    }

    /** Brings what lies in the place into the row. */
    void into(MemorySegment row, Place place, Worker worker) {
        resize.run(place.pixels, from, row, worker.draws(NONE), place.scratch);
    }
}
