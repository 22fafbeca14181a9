package dev.stoker.image.internal.transform;

import dev.stoker.core.Shape;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
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
        var request = new ImageDecoder.Request(target.channels(), view.scale(), view.region(width, height));
        var decoded = decoder.decode(encoded, header, request, scratch);
        finish(view.of(decoded), MatImage.of(decoded.image()), row, draws, Workspace.of(scratch));
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
        var workspace = Workspace.of(scratch);
        try {
            finish(view, workspace.pixels(pixels, shape, target.channels()), row, draws, workspace);
        } finally {
            Reference.reachabilityFence(pixels);
        }
    }

    private void finish(
            CropAndResize view, MatImage source, MemorySegment row, SeededRandom draws, Workspace workspace) {
        try {
            makePixels(view, source, row, draws, workspace);
        } finally {
            Reference.reachabilityFence(row);
        }
    }

    private void makePixels(
            CropAndResize view, MatImage source, MemorySegment row, SeededRandom draws, Workspace workspace) {
        for (int i = 0; i < stages.size() - 1; i++) {
            var canvas = between(view, i, workspace);
            ImageResampler.render(view, source, canvas, workspace);
            stages.get(i).paint(canvas, draws, workspace);
            source = canvas;
            view = stages.get(i + 1).frame(CropAndResize.whole(canvas.width(), canvas.height()), draws);
        }
        var canvas = rowOf(view, row, workspace);
        ImageResampler.render(view, source, canvas, workspace);
        stages.getLast().paint(canvas, draws, workspace);
    }

    private MatImage between(CropAndResize view, int stage, Workspace workspace) {
        if ((long) view.width() * view.height() > MAXIMUM_PIXELS) {
            throw new InvalidImageException("the recipe would make %,d×%,d pixels of it, which is too much"
                    .formatted(view.height(), view.width()));
        }
        var canvas = stage % 2 == 0 ? workspace.intermediate : workspace.secondIntermediate;
        return canvas.sized(view.height(), view.width(), target.channels());
    }

    private MatImage rowOf(CropAndResize view, MemorySegment row, Workspace workspace) {
        if (view.width() != target.width() || view.height() != target.height()) {
            throw new InvalidImageException(
                    "the recipe leaves it at %d×%d pixels, but rows hold %d×%d; add a resize or a crop"
                            .formatted(view.height(), view.width(), target.height(), target.width()));
        }
        long rowBytes = (long) target.width() * target.channels();
        return workspace.row.at(row.address(), target.height(), target.width(), target.channels(), rowBytes);
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
