package dev.stoker.job.setup;

import dev.stoker.core.Shape;
import dev.stoker.job.internal.setup.ModelFactory;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.Model;

/**
 * Second stage: the model of a plan for its dataset. Refuses optimizer rules for parameters that the model does not have.
 *
 * @param plan with the model's name, or its layers where they come from a file
 */
public record BuiltModel(Plan plan, Model model) {
    public static BuiltModel of(OpenedData data) {
        var plan = data.plan();
        var model = data.table()
                .map(table -> ModelFactory.build(plan, table))
                .orElseGet(() -> ModelFactory.build(
                        plan.model().model().orElse(ModelFactory.DEFAULT),
                        data.dataset().shape(),
                        data.dataset().classes().size()));
        plan.optimizer().rules().check(model.parameterNames());
        return new BuiltModel(
                plan.with(plan.model()
                        .withModel(ModelFactory.resolved(plan.model().model(), model))),
                model);
    }

    /** The same model for images of another shape. */
    public Model forShape(Shape shape) {
        return ModelFactory.build(plan.model().model().chosen(), shape, model.classes());
    }
}
