package dev.stoker.datasets;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.data.RowFiller;
import dev.stoker.image.BadPictureException;
import dev.stoker.image.CompiledRecipe;
import dev.stoker.image.Decoder;
import dev.stoker.image.Recipe;
import dev.stoker.image.Scratch;

/** Encoded pictures of any size, decoded and cropped into rows by a recipe. */
record PicturePart(PictureReader reader, CompiledRecipe train, CompiledRecipe evaluate) implements Part {

    /** With the recipes that classifiers of photographs are usually trained and evaluated with. */
    static PicturePart of(PictureReader reader, int size) {
        var shape = new Shape(size, size, 3);
        var decoder = Decoder.openCv();
        return new PicturePart(
                reader,
                Recipe.train(size).compile(shape, decoder),
                Recipe.evaluate(size).compile(shape, decoder));
    }

    @Override
    public int size() {
        return reader.size();
    }

    @Override
    public RowFiller augmented(Seed seed) {
        return rows(train, seed);
    }

    @Override
    public RowFiller plain() {
        return rows(evaluate, new Seed(0));
    }

    RowFiller rows(CompiledRecipe recipe, Seed seed) {
        return (sample, row, worker) -> {
            var picture = reader.read(sample, worker);
            try {
                recipe.run(picture.encoded(), row, worker.draws(seed), worker.scratch(Scratch.class, Scratch::open));
            } catch (BadPictureException bad) {
                throw new CorruptDataException("%s: %s".formatted(reader.describe(sample), bad.getMessage()), bad);
            }
            return picture.label();
        };
    }

    @Override
    public void close() {
        reader.close();
    }
}
