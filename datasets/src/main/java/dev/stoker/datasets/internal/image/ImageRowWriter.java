package dev.stoker.datasets.internal.image;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.Dataset;
import dev.stoker.data.Rows;
import dev.stoker.data.Worker;
import dev.stoker.datasets.DeviceAugmentedImageSplit;
import dev.stoker.image.Image;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.BaselineJpeg;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.decode.ImageHeader;
import dev.stoker.image.jpeg.TiledJpegCropper;
import dev.stoker.image.transform.AugmentationParameterSampler;
import dev.stoker.image.transform.CompiledTransformChain;
import dev.stoker.image.transform.TransformChain;
import java.lang.foreign.MemorySegment;

/**
 * Writes rows that carry images: files that the device can decode as they are, and of the others either all pixels or, where
 * those have no room or nobody asked for them, the finished image.
 */
final class ImageRowWriter {
    private final EncodedImageReader reader;
    private final ImageRowLayout layout;
    private final DeviceAugmentedImageSplit.Decoding decoding;
    private final Seed seed;
    private final Seed sharing;
    private final AugmentationParameterSampler drawn;
    private final CompiledTransformChain finished;
    private final ImageDecoder decoder = ImageDecoder.openCv();

    ImageRowWriter(
            EncodedImageReader reader,
            TransformChain recipe,
            Shape target,
            Seed seed,
            ImageRowLayout layout,
            DeviceAugmentedImageSplit.Decoding decoding) {
        this.reader = reader;
        this.layout = layout;
        this.decoding = decoding;
        this.seed = seed;
        sharing = seed.forPurpose("decode share");
        drawn = recipe.sampler(target);
        finished = recipe.compile(target, decoder);
    }

    DeviceAugmentedImageSplit.Drawn drawn() {
        return new DeviceAugmentedImageSplit.Drawn(rows(), drawn.target(), drawn.requirements());
    }

    private Rows<?> rows() {
        return Dataset.indexed(reader.title(), reader.size(), reader).rows(layout.bytes(), (image, row, worker) -> {
            try {
                write(image.encoded(), row, worker);
            } catch (InvalidImageException bad) {
                throw new CorruptDataException(
                        "%s: %s".formatted(reader.describe(worker.index()), bad.getMessage()), bad);
            }
            return image.label();
        });
    }

    private void write(MemorySegment encoded, MemorySegment row, Worker worker) {
        var header = decoder.header(encoded);
        switch (decoding) {
            case DeviceAugmentedImageSplit.Decoding.ByWorkers _ -> {
                if (fits(header.uprightHeight(), header.uprightWidth())) {
                    inFull(encoded, header, row, worker);
                } else {
                    finish(encoded, row, worker);
                }
            }
            case DeviceAugmentedImageSplit.Decoding.OnDevice(double share) -> {
                if (!isShared(worker.index(), share) || !putFile(encoded, header, row, worker)) {
                    finish(encoded, row, worker);
                }
            }
        }
    }

    private boolean fits(int height, int width) {
        return layout.isWithinCell(height, width)
                && layout.isWithinRow((long) height * width * ImageRowLayout.CHANNELS);
    }

    /** Which images the device decodes depends on nothing but their numbers, so a run can be repeated. */
    private boolean isShared(long sample, double share) {
        return share == 1 || new SeededRandom(sharing.derive(sample)).nextDouble() < share;
    }

    /** The tiles that are looked at, of files that can be cut, else the file; false where the device cannot take it. */
    private boolean putFile(MemorySegment encoded, ImageHeader header, MemorySegment row, Worker worker) {
        if (!BaselineJpeg.is(encoded, header)) {
            return false;
        }
        draw(header.height(), header.width(), row, worker);
        if (putTiles(encoded, row, worker)) {
            return true;
        }
        if (!layout.isWithinRow(encoded.byteSize()) || !layout.isWithinCell(header.height(), header.width())) {
            return false;
        }
        layout.putEncoded(row, worker.index(), header.height(), header.width(), encoded);
        return true;
    }

    /** With a pixel more on each side, since colors are spread across the edges of tiles. */
    private boolean putTiles(MemorySegment encoded, MemorySegment row, Worker worker) {
        var tiles = worker.scratch(TiledJpegCropper.class, Tiles::new).cut;
        var drawing = AugmentationParameters.continued(ImageRowLayout.parameters(row));
        int left = Math.max(0, drawing.window(0) - 1);
        int top = Math.max(0, drawing.window(1) - 1);
        int size = tiles.open(encoded)
                ? tiles.choose(left, top, drawing.window(2) + 1 - left, drawing.window(3) + 1 - top)
                : 0;
        if (!layout.isWithinRow(size) || !layout.isWithinCell(tiles.height(), tiles.width())) {
            return false;
        }
        tiles.write(layout.beginEncoded(row, worker.index(), tiles.height(), tiles.width(), size));
        drawing.moved(tiles.left(), tiles.top());
        return true;
    }

    /** What a worker cuts with, which needs no closing. */
    private record Tiles(TiledJpegCropper cut) implements AutoCloseable {
        Tiles() {
            this(new TiledJpegCropper());
        }

        @Override
        public void close() {}
    }

    private void inFull(MemorySegment encoded, ImageHeader header, MemorySegment row, Worker worker) {
        var image = decoder.decode(encoded, ImageRowLayout.CHANNELS, scratch(worker));
        var pixels = layout.beginPixels(row, worker.index(), header.uprightHeight(), header.uprightWidth());
        copy(image, pixels);
        draw(image.height(), image.width(), row, worker);
    }

    private static void copy(Image image, MemorySegment pixels) {
        long line = (long) image.width() * image.channels();
        var source = image.pixels();
        for (int y = 0; y < image.height(); y++) {
            MemorySegment.copy(source, y * image.step(), pixels, y * line, line);
        }
    }

    private void draw(int height, int width, MemorySegment row, Worker worker) {
        var source = new Shape(height, width, ImageRowLayout.CHANNELS);
        drawn.sample(0, source, worker.random(seed), ImageRowLayout.parameters(row));
    }

    /** With the same draws as anywhere else; the device copies what it gets. */
    private void finish(MemorySegment encoded, MemorySegment row, Worker worker) {
        int height = finished.target().height();
        int width = finished.target().width();
        var pixels = layout.beginPixels(row, worker.index(), height, width);
        finished.run(encoded, pixels, worker.random(seed), scratch(worker));
        AugmentationParameters.begin(ImageRowLayout.parameters(row))
                .frame(1, 0, 1, 0, AugmentationParameters.NEAREST)
                .window(0, 0, width, height)
                .shown(0, 0, width, height);
    }

    private static ScratchBuffers scratch(Worker worker) {
        return worker.scratch(ScratchBuffers.class, () -> ScratchBuffers.open(worker.memory()));
    }
}
