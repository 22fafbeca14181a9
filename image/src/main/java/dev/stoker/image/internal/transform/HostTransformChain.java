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

/** Runs a chain from start to end; the last stage writes its pixels directly into the row. */
public record HostTransformChain(List<TransformStage> stages, Shape target, ImageDecoder decoder)
        implements CompiledTransformChain {
    /** The largest image between two stages, whose size a transform chooses. */
    private static final long MAXIMUM_PIXELS = 1 << 28;

    public static HostTransformChain of(TransformChain chain, Shape target, ImageDecoder decoder) {
        if (target.channels() != 1 && target.channels() != 3) {
            throw new IllegalArgumentException("rows have 1 or 3 channels, got " + target);
        }
        OutputSizeCheck.check(chain, target);
        return new HostTransformChain(TransformStage.of(chain), target, decoder);
    }

    @Override
    public void run(MemorySegment encoded, MemorySegment row, SeededRandom random, ScratchBuffers scratch) {
        check(row);
        var header = decoder.header(encoded);
        int width = header.uprightWidth();
        int height = header.uprightHeight();
        var view = stages.getFirst().compose(CropAndResize.whole(width, height), random);
        var request = new ImageDecoder.Request(target.channels(), view.decodeScale(), view.region(width, height));
        var decoded = decoder.decode(encoded, header, request, scratch);
        finish(view.of(decoded), MatImage.of(decoded.image()), row, random, Workspace.of(scratch));
    }

    @Override
    public void run(MemorySegment pixels, Shape shape, MemorySegment row, SeededRandom random, ScratchBuffers scratch) {
        check(row);
        requireAlive(pixels);
        if (pixels.byteSize() != shape.bytes()) {
            throw new IllegalArgumentException(
                    "an image of %s has %d bytes, not %d".formatted(shape, shape.bytes(), pixels.byteSize()));
        }
        var view = stages.getFirst().compose(CropAndResize.whole(shape.width(), shape.height()), random);
        var workspace = Workspace.of(scratch);
        try {
            finish(view, workspace.pixels(pixels, shape, target.channels()), row, random, workspace);
        } finally {
            Reference.reachabilityFence(pixels);
        }
    }

    private void finish(
            CropAndResize view, MatImage source, MemorySegment row, SeededRandom random, Workspace workspace) {
        try {
            render(view, source, row, random, workspace);
        } finally {
            Reference.reachabilityFence(row);
        }
    }

    private void render(
            CropAndResize view, MatImage source, MemorySegment row, SeededRandom random, Workspace workspace) {
        for (int i = 0; i < stages.size() - 1; i++) {
            var canvas = intermediate(view, i, workspace);
            ImageResampler.render(view, source, canvas, workspace);
            stages.get(i).apply(canvas, random, workspace);
            source = canvas;
            view = stages.get(i + 1).compose(CropAndResize.whole(canvas.width(), canvas.height()), random);
        }
        var canvas = rowOf(view, row, workspace);
        ImageResampler.render(view, source, canvas, workspace);
        stages.getLast().apply(canvas, random, workspace);
    }

    private MatImage intermediate(CropAndResize view, int stage, Workspace workspace) {
        if ((long) view.width() * view.height() > MAXIMUM_PIXELS) {
            throw new InvalidImageException("the transforms would resize it to %,d×%,d pixels, which is too large"
                    .formatted(view.height(), view.width()));
        }
        var canvas = stage % 2 == 0 ? workspace.intermediate : workspace.secondIntermediate;
        return canvas.sized(view.height(), view.width(), target.channels());
    }

    private MatImage rowOf(CropAndResize view, MemorySegment row, Workspace workspace) {
        if (view.width() != target.width() || view.height() != target.height()) {
            throw new InvalidImageException(
                    "the transforms leave it at %d×%d pixels, but rows hold %d×%d; add a resize or a crop"
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

    /** Native code gets bare addresses, and would write to memory that is already released. */
    private static void requireAlive(MemorySegment segment) {
        if (!segment.scope().isAlive()) {
            throw new IllegalStateException("this memory is already released: " + segment);
        }
    }
}
