package dev.stoker.datasets;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.Draws;
import dev.stoker.core.PictureParameters;
import dev.stoker.core.PictureRows;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.data.Dataset;
import dev.stoker.data.Rows;
import dev.stoker.data.Worker;
import dev.stoker.image.BadPictureException;
import dev.stoker.image.CompiledRecipe;
import dev.stoker.image.Decoder;
import dev.stoker.image.DrawnRecipe;
import dev.stoker.image.ImageHeader;
import dev.stoker.image.Picture;
import dev.stoker.image.PlainJpeg;
import dev.stoker.image.Recipe;
import dev.stoker.image.Scratch;
import dev.stoker.image.jpeg.TileCut;
import java.lang.foreign.MemorySegment;

/**
 * Writes rows that carry pictures: files that the device can decode as they are, and of the others either all pixels or, where
 * those have no room or nobody asked for them, the finished picture.
 */
final class TravellingPictures {
    private final PictureReader reader;
    private final PictureRows layout;
    private final TravellingPart.Decoding decoding;
    private final Seed seed;
    private final Seed sharing;
    private final DrawnRecipe drawn;
    private final CompiledRecipe finished;
    private final Decoder decoder = Decoder.openCv();

    TravellingPictures(
            PictureReader reader,
            Recipe recipe,
            Shape target,
            Seed seed,
            PictureRows layout,
            TravellingPart.Decoding decoding) {
        this.reader = reader;
        this.layout = layout;
        this.decoding = decoding;
        this.seed = seed;
        sharing = seed.forPurpose("decode share");
        drawn = recipe.drawn(target);
        finished = recipe.compile(target, decoder);
    }

    TravellingPart.Drawn drawn() {
        return new TravellingPart.Drawn(rows(), drawn.target(), drawn.demands());
    }

    private Rows<?> rows() {
        return Dataset.indexed(reader.title(), reader.size(), reader).rows(layout.bytes(), (picture, row, worker) -> {
            try {
                write(picture.encoded(), row, worker);
            } catch (BadPictureException bad) {
                throw new CorruptDataException(
                        "%s: %s".formatted(reader.describe(worker.index()), bad.getMessage()), bad);
            }
            return picture.label();
        });
    }

    private void write(MemorySegment encoded, MemorySegment row, Worker worker) {
        var header = decoder.header(encoded);
        switch (decoding) {
            case TravellingPart.Decoding.ByWorkers _ -> {
                if (fits(header.uprightHeight(), header.uprightWidth())) {
                    inFull(encoded, header, row, worker);
                } else {
                    finish(encoded, row, worker);
                }
            }
            case TravellingPart.Decoding.OnDevice(double share) -> {
                if (!isShared(worker.index(), share) || !putFile(encoded, header, row, worker)) {
                    finish(encoded, row, worker);
                }
            }
        }
    }

    private boolean fits(int height, int width) {
        return layout.isWithinCell(height, width) && layout.isWithinRow((long) height * width * PictureRows.CHANNELS);
    }

    /** Which pictures the device decodes depends on nothing but their numbers, so a run can be repeated. */
    private boolean isShared(long sample, double share) {
        return share == 1 || new Draws(sharing.derive(sample)).nextDouble() < share;
    }

    /** The tiles that are looked at, of files that can be cut, else the file; false where the device cannot take it. */
    private boolean putFile(MemorySegment encoded, ImageHeader header, MemorySegment row, Worker worker) {
        if (!PlainJpeg.is(encoded, header)) {
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

    /** With a pixel more on each side, since colours are spread across the edges of tiles. */
    private boolean putTiles(MemorySegment encoded, MemorySegment row, Worker worker) {
        var tiles = worker.scratch(TileCut.class, Tiles::new).cut;
        var drawing = PictureParameters.continued(PictureRows.parameters(row));
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
    private record Tiles(TileCut cut) implements AutoCloseable {
        Tiles() {
            this(new TileCut());
        }

        @Override
        public void close() {}
    }

    private void inFull(MemorySegment encoded, ImageHeader header, MemorySegment row, Worker worker) {
        var picture = decoder.decode(encoded, PictureRows.CHANNELS, scratch(worker));
        var pixels = layout.beginPixels(row, worker.index(), header.uprightHeight(), header.uprightWidth());
        copy(picture, pixels);
        draw(picture.height(), picture.width(), row, worker);
    }

    private static void copy(Picture picture, MemorySegment pixels) {
        long line = (long) picture.width() * picture.channels();
        var source = picture.pixels();
        for (int y = 0; y < picture.height(); y++) {
            MemorySegment.copy(source, y * picture.step(), pixels, y * line, line);
        }
    }

    private void draw(int height, int width, MemorySegment row, Worker worker) {
        var source = new Shape(height, width, PictureRows.CHANNELS);
        drawn.draw(0, source, worker.draws(seed), PictureRows.parameters(row));
    }

    /** With the same draws as anywhere else; the device copies what it gets. */
    private void finish(MemorySegment encoded, MemorySegment row, Worker worker) {
        int height = finished.target().height();
        int width = finished.target().width();
        var pixels = layout.beginPixels(row, worker.index(), height, width);
        finished.run(encoded, pixels, worker.draws(seed), scratch(worker));
        PictureParameters.begin(PictureRows.parameters(row))
                .frame(1, 0, 1, 0, PictureParameters.NEAREST)
                .window(0, 0, width, height)
                .shown(0, 0, width, height);
    }

    private static Scratch scratch(Worker worker) {
        return worker.scratch(Scratch.class, () -> Scratch.open(worker.memory()));
    }
}
