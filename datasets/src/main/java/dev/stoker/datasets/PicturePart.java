package dev.stoker.datasets;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.data.Dataset;
import dev.stoker.data.Rows;
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
    public Rows<?> augmented(Augmentation asked, Seed seed) {
        if (!asked.equals(Augmentation.USUAL)) {
            throw new StokerException(
                    "flip, shift and edge are for small pictures that are stored as pixels, such as cifar10;"
                            + " photographs are cropped and mirrored at random: leave them out");
        }
        return rows(train, seed);
    }

    @Override
    public Rows<?> plain() {
        return rows(evaluate, new Seed(0));
    }

    Rows<?> rows(CompiledRecipe recipe, Seed seed) {
        return elements().rows(recipe.target().bytes(), (picture, row, worker) -> {
            try {
                var scratch = worker.scratch(Scratch.class, () -> Scratch.open(worker.memory()));
                recipe.run(picture.encoded(), row, worker.draws(seed), scratch);
            } catch (BadPictureException bad) {
                throw new CorruptDataException(
                        "%s: %s".formatted(reader.describe(worker.index()), bad.getMessage()), bad);
            }
            return picture.label();
        });
    }

    Dataset<PictureReader.Labelled> elements() {
        return Dataset.indexed(reader.title(), reader.size(), reader);
    }

    @Override
    public void close() {
        reader.close();
    }
}
