package dev.stoker.datasets;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.HostDecoder;
import dev.stoker.core.PictureRows;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.SlotMemory;
import dev.stoker.core.StokerException;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.Dataset;
import dev.stoker.data.Resources;
import dev.stoker.data.Rows;
import dev.stoker.image.BadPictureException;
import dev.stoker.image.CompiledRecipe;
import dev.stoker.image.Decoder;
import dev.stoker.image.HorizontalFlip;
import dev.stoker.image.RandomResizedCrop;
import dev.stoker.image.Range;
import dev.stoker.image.Recipe;
import dev.stoker.image.Scratch;
import dev.stoker.image.Step;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Encoded pictures of any size, decoded and cropped into rows by a recipe. */
record PicturePart(PictureReader reader, int side) implements Part, TravellingPart {
    private static final int LABELS_AT_ONCE = 64;

    @Override
    public int size() {
        return reader.size();
    }

    @Override
    public Rows<?> augmented(Augmentation asked, Seed seed) {
        return rows(reader, compiled(recipe(asked), side(asked)), seed);
    }

    @Override
    public Optional<TravellingPart> travelling() {
        return Optional.of(this);
    }

    @Override
    public PictureRows layout(Decoding decoding) {
        return PictureSizes.of(reader).layout(decoding, shape(side));
    }

    @Override
    public Drawn drawn(Augmentation asked, Seed seed, PictureRows layout, Decoding decoding) {
        return new TravellingPictures(reader, recipe(asked), shape(side(asked)), seed, layout, decoding).drawn();
    }

    @Override
    public HostDecoder host() {
        return new HostDecoding(reader);
    }

    @Override
    public String describe(long sample) {
        return reader.describe(sample);
    }

    private int side(Augmentation asked) {
        return asked.side().orElse(side);
    }

    private static Shape shape(int side) {
        return new Shape(side, side, 3);
    }

    private Recipe recipe(Augmentation asked) {
        if (!asked.isForPhotographs()) {
            throw new StokerException(
                    "flip, shift and edge are for small pictures that are stored as pixels, such as cifar10;"
                            + " photographs are cropped and mirrored at random: leave them out");
        }
        int to = side(asked);
        var recipe = Recipe.of(new RandomResizedCrop(to, new Range(asked.leastArea(), 1)), new HorizontalFlip(0.5))
                .then(asked.paint().recipe((double) to / side).steps().toArray(Step[]::new));
        return recipe.atStrength(asked.strength());
    }

    private static CompiledRecipe compiled(Recipe recipe, int side) {
        return recipe.compile(shape(side), Decoder.openCv());
    }

    @Override
    public Rows<?> plain() {
        return rows(reader, compiled(Recipe.evaluate(side), side), new Seed(0));
    }

    static Rows<?> rows(PictureReader reader, CompiledRecipe recipe, Seed seed) {
        return elements(reader).rows(recipe.target().bytes(), (picture, row, worker) -> {
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

    @Override
    public Part only(int[] samples) {
        return new PicturePart(new ChosenReader(reader, samples), side);
    }

    @Override
    public void labels(int[] samples, IntPredicate more) {
        var chosen = new ChosenReader(reader, samples);
        if (samples.length == 0 || chosen.label(0).isPresent()) {
            var _ = IntStream.range(0, samples.length)
                    .map(i -> chosen.label(i).orElseThrow())
                    .allMatch(more);
            return;
        }
        var rows = elements(chosen).rows(1, (picture, _, _) -> picture.label());
        int batch = Math.min(LABELS_AT_ONCE, samples.length);
        try (var feed = rows.batch(batch).open(Resources.auto(), SlotMemory.ofHost())) {
            boolean wanted = true;
            while (wanted && feed.hasNext()) {
                wanted = show(feed, more);
            }
        }
    }

    private static boolean show(BatchFeed feed, IntPredicate more) {
        try (var batch = feed.next()) {
            return IntStream.range(0, batch.size())
                    .map(row -> (int) batch.labels().getAtIndex(ValueLayout.JAVA_LONG, row))
                    .allMatch(more);
        }
    }

    private static Dataset<PictureReader.Labelled> elements(PictureReader reader) {
        return Dataset.indexed(reader.title(), reader.size(), reader);
    }

    @Override
    public void close() {
        reader.close();
    }
}
