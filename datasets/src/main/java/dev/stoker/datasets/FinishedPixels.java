package dev.stoker.datasets;

import dev.stoker.core.Draws;
import dev.stoker.core.Shape;
import dev.stoker.data.Worker;
import dev.stoker.image.CompiledRecipe;
import dev.stoker.image.Decoder;
import dev.stoker.image.Interpolation;
import dev.stoker.image.Recipe;
import dev.stoker.image.ResizeTo;
import dev.stoker.image.Scratch;
import dev.stoker.image.Step;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Pictures in memory made smaller and painted on their way into a row, after they were moved and mirrored at their own size. */
record FinishedPixels(Shape from, CompiledRecipe finish) {

    static FinishedPixels of(Shape from, Shape target, Recipe painting) {
        var shrinking = target.equals(from)
                ? Recipe.none()
                : Recipe.of(new ResizeTo(target.height(), target.width(), Interpolation.AREA));
        var recipe = shrinking.then(painting.steps().toArray(Step[]::new));
        return new FinishedPixels(from, recipe.compile(target, Decoder.openCv()));
    }

    int rowBytes() {
        return finish.target().bytes();
    }

    /** A place for a picture of the size it has, and what the recipe needs; one worker has it to itself. */
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
    void into(MemorySegment row, Place place, Draws draws) {
        finish.run(place.pixels, from, row, draws, place.scratch);
    }
}
