package dev.stoker.datasets.internal.image;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.Rows;
import dev.stoker.data.Worker;
import dev.stoker.datasets.SampleCache;
import dev.stoker.datasets.TrainingRows;
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
 * Writes the rows of a streamed route: parameters with the file, where the device decodes it; with all pixels of the image,
 * where workers decode it; and with the augmented image, where workers do everything or the others do not fit.
 */
final class ImageRowWriter {
    private final EncodedImageReader reader;
    private final SampleCache cache;
    private final ImageRoute.Streamed route;
    private final ImageRowLayout layout;
    private final Seed seed;
    private final Seed shareSeed;
    private final FlipChoice<AugmentationParameterSampler> sampler;
    private final Shape target;
    private final FlipChoice<CompiledTransformChain> augmentation;
    private final ImageDecoder decoder;

    ImageRowWriter(
            EncodedImageReader reader,
            SampleCache cache,
            FlipChoice<TransformChain> transforms,
            Shape target,
            Seed seed,
            ImageRoute.Streamed route,
            ImageDecoder decoder) {
        this.decoder = decoder;
        this.reader = reader;
        this.cache = cache;
        this.route = route;
        this.seed = seed;
        layout = route.layout();
        shareSeed = seed.forPurpose("decode share");
        this.target = target;
        sampler = transforms.map(chain -> chain.sampler(target));
        augmentation = transforms.map(chain -> chain.compile(target, decoder));
    }

    TrainingRows trainingRows() {
        return new TrainingRows(
                rows(), new EncodedHostImages(reader, sampler.upright().requirements()));
    }

    private Rows<?> rows() {
        return EncodedImageCache.elements(reader, cache).randomRows(layout.bytes(), seed, (image, row, worker) -> {
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
        switch (route) {
            case ImageRoute.DeviceAugmented _ -> {
                if (fits(header.uprightHeight(), header.uprightWidth())) {
                    writePixels(encoded, header, row, worker);
                } else {
                    writeAugmented(encoded, row, worker);
                }
            }
            case ImageRoute.DeviceDecoded decoded -> {
                if (!isDecodedOnDevice(worker.index(), decoded.share()) || !writeFile(encoded, header, row, worker)) {
                    writeAugmented(encoded, row, worker);
                }
            }
        }
    }

    private boolean fits(int height, int width) {
        return layout.isWithinCell(height, width)
                && layout.isWithinRow((long) height * width * ImageRowLayout.CHANNELS);
    }

    /** Depends on the index of the sample only, so that a run can be repeated. */
    private boolean isDecodedOnDevice(long sample, double share) {
        return share == 1 || new SeededRandom(shareSeed.derive(sample)).nextDouble() < share;
    }

    /** The tiles that the crop needs, of crop-ready files, else the whole file; false where the device cannot take it. */
    private boolean writeFile(MemorySegment encoded, ImageHeader header, MemorySegment row, Worker worker) {
        if (!BaselineJpeg.is(encoded, header)) {
            return false;
        }
        sample(header.height(), header.width(), row, worker);
        if (writeTiles(encoded, row, worker)) {
            return true;
        }
        if (!layout.isWithinRow(encoded.byteSize()) || !layout.isWithinCell(header.height(), header.width())) {
            return false;
        }
        layout.putEncoded(row, worker.index(), header.height(), header.width(), encoded);
        return true;
    }

    /** With one more pixel on each side, since chroma upsampling spreads colors across the edges of tiles. */
    private boolean writeTiles(MemorySegment encoded, MemorySegment row, Worker worker) {
        var tiles = worker.scratch(TiledJpegCropper.class, Tiles::new).cropper;
        var parameters = AugmentationParameters.append(ImageRowLayout.parameters(row));
        int left = Math.max(0, parameters.window(0) - 1);
        int top = Math.max(0, parameters.window(1) - 1);
        int size = tiles.open(encoded)
                ? tiles.choose(left, top, parameters.window(2) + 1 - left, parameters.window(3) + 1 - top)
                : 0;
        if (!layout.isWithinRow(size) || !layout.isWithinCell(tiles.height(), tiles.width())) {
            return false;
        }
        tiles.write(layout.beginEncoded(row, worker.index(), tiles.height(), tiles.width(), size));
        parameters.relativeTo(tiles.left(), tiles.top());
        return true;
    }

    /** A worker's own cropper, which needs no closing. */
    private record Tiles(TiledJpegCropper cropper) implements AutoCloseable {
        Tiles() {
            this(new TiledJpegCropper());
        }

        @Override
        public void close() {}
    }

    private void writePixels(MemorySegment encoded, ImageHeader header, MemorySegment row, Worker worker) {
        var image = decoder.decode(encoded, ImageRowLayout.CHANNELS, scratch(worker));
        var pixels = layout.beginPixels(row, worker.index(), header.uprightHeight(), header.uprightWidth());
        PixelLines.copy(image, pixels);
        sample(image.height(), image.width(), row, worker);
    }

    private void sample(int height, int width, MemorySegment row, Worker worker) {
        var source = new Shape(height, width, ImageRowLayout.CHANNELS);
        sampler.of(worker).sample(0, source, worker.random(seed), ImageRowLayout.parameters(row));
    }

    /** Augmented with the same sampled parameters as on any route; the device copies it pixel by pixel. */
    private void writeAugmented(MemorySegment encoded, MemorySegment row, Worker worker) {
        int height = target.height();
        int width = target.width();
        var pixels = layout.beginPixels(row, worker.index(), height, width);
        augmentation.of(worker).run(encoded, pixels, worker.random(seed), scratch(worker));
        AugmentationParameters.begin(ImageRowLayout.parameters(row))
                .crop(1, 0, 1, 0, AugmentationParameters.NEAREST)
                .window(0, 0, width, height)
                .visible(0, 0, width, height);
    }

    private static ScratchBuffers scratch(Worker worker) {
        return worker.scratch(ScratchBuffers.class, () -> ScratchBuffers.open(worker));
    }
}
