package dev.stoker.image.internal.transform;

import dev.stoker.core.Shape;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.Image;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.transform.CompiledTransformChain;
import dev.stoker.image.transform.TransformChain;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.List;

/** Runs a recipe start to finish: only the last stage makes pixels of the row's size, and it makes them in the row. */
public record HostTransformChain(List<TransformStage> stages, Shape target, ImageDecoder decoder)
        implements CompiledTransformChain {
    /** Between two stages an image can be of any size that a step asked for; this is where asking ends. */
    private static final long MAXIMUM_PIXELS = 1 << 28;

    public static HostTransformChain of(TransformChain chain, Shape target, ImageDecoder decoder) {
        if (target.channels() != 1 && target.channels() != 3) {
            throw new IllegalArgumentException("rows have 1 or 3 channels, got " + target);
        }
        OutputSizeCheck.check(chain, target);
        return new HostTransformChain(TransformStage.of(chain), target, decoder);
    }

    @Override
    public void run(MemorySegment encoded, MemorySegment row, SeededRandom draws, ScratchBuffers scratch) {
        check(row);
        var header = decoder.header(encoded);
        int width = header.uprightWidth();
        int height = header.uprightHeight();
        var view = stages.getFirst().frame(CropAndResize.whole(width, height), draws);
        var request = new ImageDecoder.Request(target.channels(), view.reduction(), view.region(width, height));
        var decoded = decoder.decode(encoded, header, request, scratch);
        finish(view.of(decoded), decoded.image(), row, draws, scratch);
    }

    @Override
    public void run(MemorySegment pixels, Shape shape, MemorySegment row, SeededRandom draws, ScratchBuffers scratch) {
        check(row);
        requireAlive(pixels);
        if (pixels.byteSize() != shape.bytes()) {
            throw new IllegalArgumentException(
                    "an image of %s has %d bytes, not %d".formatted(shape, shape.bytes(), pixels.byteSize()));
        }
        var view = stages.getFirst().frame(CropAndResize.whole(shape.width(), shape.height()), draws);
        try {
            finish(view, scratch.pixels(pixels, shape, target.channels()), row, draws, scratch);
        } finally {
            Reference.reachabilityFence(pixels);
        }
    }

    private void finish(
            CropAndResize view, Image source, MemorySegment row, SeededRandom draws, ScratchBuffers scratch) {
        try {
            makePixels(view, source, row, draws, scratch);
        } finally {
            Reference.reachabilityFence(row);
        }
    }

    private void makePixels(
            CropAndResize view, Image source, MemorySegment row, SeededRandom draws, ScratchBuffers scratch) {
        for (int i = 0; i < stages.size() - 1; i++) {
            var canvas = between(view, i, scratch);
            ImageResampler.render(view, source, canvas, scratch);
            stages.get(i).paint(canvas, draws, scratch);
            source = canvas;
            view = stages.get(i + 1).frame(CropAndResize.whole(canvas.width(), canvas.height()), draws);
        }
        var canvas = rowOf(view, row, scratch);
        ImageResampler.render(view, source, canvas, scratch);
        stages.getLast().paint(canvas, draws, scratch);
    }

    private Image between(CropAndResize view, int stage, ScratchBuffers scratch) {
        if ((long) view.width() * view.height() > MAXIMUM_PIXELS) {
            throw new InvalidImageException("the recipe would make %,d×%,d pixels of it, which is too much"
                    .formatted(view.height(), view.width()));
        }
        var canvas = stage % 2 == 0 ? scratch.between : scratch.secondIntermediate;
        return canvas.sized(view.height(), view.width(), target.channels());
    }

    private Image rowOf(CropAndResize view, MemorySegment row, ScratchBuffers scratch) {
        if (view.width() != target.width() || view.height() != target.height()) {
            throw new InvalidImageException(
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
