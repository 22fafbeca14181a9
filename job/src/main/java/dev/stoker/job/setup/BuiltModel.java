package dev.stoker.job.setup;

import dev.stoker.core.Shape;
import dev.stoker.job.ModelBuilder;
import dev.stoker.job.internal.setup.ModelFactory;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.Model;
import dev.stoker.tensor.Device;

/**
 * Second stage: the model of a plan for its dataset. Refuses optimizer rules for parameters that the model does not have.
 *
 * @param plan with the model's name, or its layers where they come from a file, and cuDNN's search for it
 * @param models builds the same model for images of another shape
 */
public record BuiltModel(Plan plan, Model model, ModelBuilder models) {
    public static BuiltModel of(OpenedData data) {
        var plan = data.plan();
        var given = data.parts().model().orElseGet(() -> planned(data));
        var rates = plan.regularization().dropRates();
        ModelBuilder models = (shape, classes) -> rates.of(given.build(shape, classes));
        var model =
                models.build(data.dataset().shape(), data.dataset().classes().size());
        plan.optimizer().rules().check(model.parameterNames());
        return new BuiltModel(
                searching(plan.with(plan.model().withModel(text(data, model))), model, data), model, models);
    }

    private static Plan searching(Plan plan, Model model, OpenedData data) {
        return data.device() instanceof Device.Cuda ? plan.with(plan.device().searchingFor(model)) : plan;
    }

    private static ModelBuilder planned(OpenedData data) {
        var plan = data.plan();
        return data.table()
                .<ModelBuilder>map(table -> (_, _) -> ModelFactory.build(plan, table))
                .orElseGet(() -> (shape, classes) ->
                        ModelFactory.build(plan.model().model().orElse(ModelFactory.DEFAULT), shape, classes));
    }

    private static String text(OpenedData data, Model model) {
        return data.parts().model().isPresent()
                ? model.name()
                : ModelFactory.resolved(data.plan().model().model(), model);
    }

    /** The same model for images of another shape. */
    public Model forShape(Shape shape) {
        return models.build(shape, model.classes());
    }
}
