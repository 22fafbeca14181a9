package dev.stoker.image;

import dev.stoker.core.Draws;
import dev.stoker.core.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.List;

/** Runs a recipe start to finish: only the last stage makes pixels of the row's size, and it makes them in the row. */
record RowPass(List<Stage> stages, Shape target, Decoder decoder) implements CompiledRecipe {
    /** Between two stages a picture can be of any size that a step asked for; this is where asking ends. */
    private static final long MOST_PIXELS = 1 << 28;

    static RowPass of(Recipe recipe, Shape target, Decoder decoder) {
        if (target.channels() != 1 && target.channels() != 3) {
            throw new IllegalArgumentException("rows have 1 or 3 channels, got " + target);
        }
        FinalSize.check(recipe, target);
        return new RowPass(Stage.of(recipe), target, decoder);
    }

    @Override
    public void run(MemorySegment encoded, MemorySegment row, Draws draws, Scratch scratch) {
        check(row);
        var header = decoder.header(encoded);
        int width = header.uprightWidth();
        int height = header.uprightHeight();
        var view = stages.getFirst().frame(View.whole(width, height), draws);
        var request = new Decoder.Request(target.channels(), view.reduction(), view.region(width, height));
        var decoded = decoder.decode(encoded, header, request, scratch);
        finish(view.of(decoded), decoded.picture(), row, draws, scratch);
    }

    @Override
    public void run(MemorySegment pixels, Shape shape, MemorySegment row, Draws draws, Scratch scratch) {
        check(row);
        requireAlive(pixels);
        if (pixels.byteSize() != shape.bytes()) {
            throw new IllegalArgumentException(
                    "a picture of %s has %d bytes, not %d".formatted(shape, shape.bytes(), pixels.byteSize()));
        }
        var view = stages.getFirst().frame(View.whole(shape.width(), shape.height()), draws);
        try {
            finish(view, scratch.pixels(pixels, shape, target.channels()), row, draws, scratch);
        } finally {
            Reference.reachabilityFence(pixels);
        }
    }

    private void finish(View view, Picture source, MemorySegment row, Draws draws, Scratch scratch) {
        try {
            makePixels(view, source, row, draws, scratch);
        } finally {
            Reference.reachabilityFence(row);
        }
    }

    private void makePixels(View view, Picture source, MemorySegment row, Draws draws, Scratch scratch) {
        for (int i = 0; i < stages.size() - 1; i++) {
            var canvas = between(view, i, scratch);
            Rendering.render(view, source, canvas, scratch);
            stages.get(i).paint(canvas, draws, scratch);
            source = canvas;
            view = stages.get(i + 1).frame(View.whole(canvas.width(), canvas.height()), draws);
        }
        var canvas = rowOf(view, row, scratch);
        Rendering.render(view, source, canvas, scratch);
        stages.getLast().paint(canvas, draws, scratch);
    }

    private Picture between(View view, int stage, Scratch scratch) {
        if ((long) view.width() * view.height() > MOST_PIXELS) {
            throw new BadPictureException("the recipe would make %,d×%,d pixels of it, which is too much"
                    .formatted(view.height(), view.width()));
        }
        var canvas = stage % 2 == 0 ? scratch.between : scratch.betweenOther;
        return canvas.sized(view.height(), view.width(), target.channels());
    }

    private Picture rowOf(View view, MemorySegment row, Scratch scratch) {
        if (view.width() != target.width() || view.height() != target.height()) {
            throw new BadPictureException(
                    "the recipe leaves it at %d×%d pixels, but rows hold %d×%d; add a resize or a crop"
                            .formatted(view.height(), view.width(), target.height(), target.width()));
        }
        long rowBytes = (long) target.width() * target.channels();
        return scratch.row.at(row.address(), target.height(), target.width(), target.channels(), rowBytes);
    }

    private void check(MemorySegment row) {
        requireAlive(row);
        if (!row.isNative() || row.isReadOnly() || row.byteSize() != target.bytes()) {
            throw new IllegalArgumentException(
                    "a row of %s takes %d bytes of native memory, got %s".formatted(target, target.bytes(), row));
        }
    }

    /** Native code gets bare addresses, and would write to memory that has been given back. */
    private static void requireAlive(MemorySegment segment) {
        if (!segment.scope().isAlive()) {
            throw new IllegalStateException("this memory has been given back already: " + segment);
        }
    }
}
