package dev.stoker.image;

import dev.stoker.core.Shape;
import java.util.List;
import java.util.stream.Stream;

/** What is done to a picture on its way into a row, step by step. A recipe is a value; compile it to run it. */
public record Recipe(List<Step> steps) {
    public Recipe {
        steps = List.copyOf(steps);
    }

    public static Recipe of(Step... steps) {
        return new Recipe(List.of(steps));
    }

    /** Leaves pictures as they are; they must have the size of the row. */
    public static Recipe none() {
        return of();
    }

    /** What classifiers of photographs are trained with: a random resized crop, half of them mirrored. */
    public static Recipe train(int size) {
        return of(new RandomResizedCrop(size), new HorizontalFlip(0.5));
    }

    /** What they are evaluated with: the middle seven eighths of the picture made square. */
    public static Recipe evaluate(int size) {
        return of(new ResizeShorterSide(size * 8 / 7, Interpolation.AREA), new CenterCrop(size));
    }

    public Recipe then(Step... more) {
        return new Recipe(Stream.concat(steps.stream(), Stream.of(more)).toList());
    }

    /** The same recipe with less of its randomness, for training that starts with easy pictures: 0 for none, 1 for all. */
    public Recipe atStrength(double strength) {
        Check.strength(strength);
        return new Recipe(steps.stream().map(step -> step.atStrength(strength)).toList());
    }

    /** One pass per row of this shape. */
    public CompiledRecipe compile(Shape target, Decoder decoder) {
        return RowPass.of(this, target, decoder);
    }

    /** The same recipe as numbers, for whoever makes the pixels elsewhere; refuses what the numbers cannot say. */
    public DrawnRecipe drawn(Shape target) {
        return ParameterPass.of(this, target);
    }
}
