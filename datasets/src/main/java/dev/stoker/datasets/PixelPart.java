package dev.stoker.datasets;

import dev.stoker.core.Seed;
import dev.stoker.data.RowTransform;
import dev.stoker.data.Rows;
import dev.stoker.data.Source;
import dev.stoker.image.ShiftAndFlip;

/** Small pictures that lie in memory as pixels, in the size they are trained at. */
record PixelPart(Source source, ShiftAndFlip augmentation) implements Part {

    @Override
    public int size() {
        return source.size();
    }

    @Override
    public Rows<?> augmented(Seed seed) {
        return source.rows(augmentation, seed);
    }

    @Override
    public Rows<?> plain() {
        return source.rows(RowTransform.copy(), new Seed(0));
    }

    @Override
    public void close() {}
}
