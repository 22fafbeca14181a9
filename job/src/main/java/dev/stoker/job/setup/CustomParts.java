package dev.stoker.job.setup;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.ImageTransforms;
import dev.stoker.image.transform.TransformChain;
import dev.stoker.job.ModelBuilder;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.value.CustomPartNames;
import dev.stoker.job.plan.value.CustomPartNames.Named;
import dev.stoker.job.plan.value.CustomPartNames.Part;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.optimizer.ParameterRules;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.step.Loss;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Parts that a program gives in place of those that the plan names. Each stage resolves the ones that it needs. */
public record CustomParts(
        Optional<ImageDataset> dataset,
        Optional<ModelBuilder> model,
        Optional<Loss> loss,
        Optional<Optimizer.Settings.Custom> optimizer,
        Optional<LearningRateSchedule> schedule,
        Optional<TransformChain> augmentation) {
    public static final CustomParts NONE = new CustomParts(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** What a plan says about them. */
    public CustomPartNames names() {
        var names = new ArrayList<Named>();
        dataset.ifPresent(given -> names.add(new Named(Part.DATASET, given.name())));
        model.ifPresent(_ -> names.add(new Named(Part.MODEL, "")));
        loss.ifPresent(_ -> names.add(new Named(Part.LOSS, "")));
        optimizer.ifPresent(given -> names.add(new Named(Part.OPTIMIZER, given.name())));
        schedule.ifPresent(_ -> names.add(new Named(Part.SCHEDULE, "")));
        augmentation.ifPresent(_ -> names.add(new Named(Part.AUGMENTATION, "")));
        return new CustomPartNames(List.copyOf(names));
    }

    /** The plan with their names; refuses a plan that was made with other parts, or whose keys need a part of the plan. */
    Plan applied(Plan plan) {
        var recorded = plan.run().customParts();
        if (!recorded.equals(CustomPartNames.NONE)) {
            recorded.refuseOthers(names());
        }
        if (optimizer.isPresent() && !plan.optimizer().rules().equals(ParameterRules.NONE)) {
            throw new StokerException(
                            "parameter groups are for the plan's optimizers, but the optimizer was given by a program;"
                                    + " remove them")
                    .about("no-decay", "lr-groups", "layer-decay", "decay-groups", "train-until");
        }
        var named = plan.with(plan.run().withCustomParts(names()));
        return dataset.map(given -> named.with(named.data().withData(given.name())))
                .orElse(named);
    }

    /** The transforms of training images after cropping and flipping. */
    public ImageTransforms transforms(Plan plan) {
        return augmentation
                .map(ImageTransforms::of)
                .orElseGet(() -> plan.augmentation().transforms());
    }
}
