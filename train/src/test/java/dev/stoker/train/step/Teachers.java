package dev.stoker.train.step;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Gradients;
import java.util.Optional;
import java.util.function.Function;

/** Teachers with initial weights, which are as good as any others to compare steps with. */
public final class Teachers {
    private Teachers() {}

    public static Teacher of(Function<Shape, Model> models, Seed seed) {
        return new Teacher(models, weights -> fill(weights, models, seed), Optional.empty());
    }

    /** The shape of the images changes no weight of these models. */
    private static void fill(Weights weights, Function<Shape, Model> models, Seed seed) {
        var any = weights.all().values().iterator().next();
        var initial = Weights.initial(models.apply(new Shape(8, 8, 1)), seed, any.device());
        try (var _ = Gradients.off()) {
            initial.all().forEach((name, tensor) -> weights.tensor("", name).copyFrom(tensor));
        }
    }
}
