package dev.stoker.job.plan;

import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.datasets.DatasetMixture;
import dev.stoker.job.plan.LearningRateOptions.ScheduleName;
import dev.stoker.job.plan.LossOptions.LossName;
import dev.stoker.job.plan.OptimizerOptions.OptimizerName;
import dev.stoker.job.plan.value.NearMode;
import dev.stoker.job.plan.value.ShuffleMode;
import dev.stoker.job.plan.value.ValidationMode;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Conflicts between keys. They are checked when the plan is complete: flags and lines of a file are read one at a time, and
 * the second may be what the first needs.
 */
final class PlanConflicts {
    private static final Set<ScheduleName> BY_GAMMA =
            EnumSet.of(ScheduleName.STEP, ScheduleName.MILESTONES, ScheduleName.EXPONENTIAL, ScheduleName.PLATEAU);

    private static final Map<String, Set<ScheduleName>> SCHEDULE_KEYS = Map.of(
            "step-every", EnumSet.of(ScheduleName.STEP, ScheduleName.EXPONENTIAL),
            "milestones", EnumSet.of(ScheduleName.MILESTONES),
            "plateau-patience", EnumSet.of(ScheduleName.PLATEAU),
            "gamma", BY_GAMMA,
            "power", EnumSet.of(ScheduleName.POLYNOMIAL),
            "rise", EnumSet.of(ScheduleName.ONE_CYCLE, ScheduleName.TRIANGLE),
            "start-factor", EnumSet.of(ScheduleName.TRIANGLE),
            "cycle", EnumSet.of(ScheduleName.CYCLICAL, ScheduleName.WARM_RESTARTS),
            "cycle-multiplier", EnumSet.of(ScheduleName.WARM_RESTARTS),
            "min-factor", EnumSet.complementOf(EnumSet.of(ScheduleName.CONSTANT)));

    private static final Set<OptimizerName> WITH_BETAS =
            EnumSet.of(OptimizerName.ADAM, OptimizerName.ADAMW, OptimizerName.LION, OptimizerName.LAMB);

    private static final Map<String, Set<OptimizerName>> OPTIMIZER_KEYS = Map.of(
            "momentum", EnumSet.of(OptimizerName.SGD, OptimizerName.RMSPROP, OptimizerName.LARS, OptimizerName.MUON),
            "nesterov", EnumSet.of(OptimizerName.SGD),
            "beta1", WITH_BETAS,
            "beta2", WITH_BETAS,
            "alpha", EnumSet.of(OptimizerName.RMSPROP),
            "epsilon", EnumSet.of(OptimizerName.ADAM, OptimizerName.ADAMW, OptimizerName.LAMB, OptimizerName.RMSPROP),
            "trust-coefficient", EnumSet.of(OptimizerName.LARS),
            "muon-steps", EnumSet.of(OptimizerName.MUON),
            "muon-normalize", EnumSet.of(OptimizerName.MUON),
            "rest-momentum", EnumSet.of(OptimizerName.MUON));

    private static final Map<String, Set<LossName>> LOSS_KEYS = Map.of(
            "focal-gamma", EnumSet.of(LossName.FOCAL),
            "huber-delta", EnumSet.of(LossName.HUBER));

    private PlanConflicts() {}

    static void refuse(Plan plan) {
        for (var key : PlanKey.all()) {
            if (key.isGiven(plan)) {
                refuseUnread(key.name(), "schedule", plan.learningRate().schedule(), SCHEDULE_KEYS);
                refuseUnread(key.name(), "optimizer", plan.optimizer().optimizer(), OPTIMIZER_KEYS);
                refuseUnread(key.name(), "loss", plan.loss().loss().orElse(LossName.of(plan.task())), LOSS_KEYS);
            }
        }
        refuseTwoTasks(plan);
        refuseLearningRates(plan);
        refuseTwoClippings(plan.step());
        refuseAveraging(plan);
        refuseMixingOff(plan.augmentation());
        refuseSearch(plan);
        refuseRelaxedOrder(plan);
        refuseTwoOrders(plan);
        refuseNear(plan);
        refuseTwoValidationSplits(plan);
        refuseFold(plan);
        refuseTwoPolicies(plan.augmentation());
        refuseRepeated(plan);
        refuseIncompleteSchedule(plan.learningRate());
        refuseMissingTeacher(plan);
        refuseMissing(
                plan.optimizer().optimizer() == OptimizerName.MUON
                        && plan.optimizer().momentum() == 0,
                "optimizer muon",
                "momentum");
    }

    private static void refuseTwoTasks(Plan plan) {
        boolean several = plan.imageSource().multiLabel();
        if (several && plan.data().task() == Task.REGRESSION) {
            throw new StokerException("multi-label is for classes, but the task is regression; remove one of them")
                    .about("multi-label", "task");
        }
        if (plan.data().softLabels() && plan.task() != Task.CLASSIFICATION) {
            throw new StokerException(
                            "soft-labels are probabilities of one class, but the task is %s; remove one of them"
                                    .formatted(plan.task().title()))
                    .about("soft-labels", "task", "multi-label");
        }
    }

    private static void refuseLearningRates(Plan plan) {
        if (plan.learningRate().lrFrom() >= plan.learningRate().lrTo()) {
            throw new StokerException("a range test needs lr-from below lr-to, got %s and %s"
                            .formatted(
                                    plan.learningRate().lrFrom(),
                                    plan.learningRate().lrTo()))
                    .about("lr-from", "lr-to");
        }
        boolean scaled = plan.learningRate().lrScaling() != LearningRateOptions.LearningRateScaling.NONE;
        if (scaled && plan.learningRate().lr().isAuto()) {
            throw new StokerException(
                            "lr-scaling needs a given learning rate, but lr is auto, which is found for this batch"
                                    + " size; remove lr-scaling")
                    .about("lr-scaling");
        }
        if (!scaled
                && plan.learningRate().referenceBatch()
                        != Plan.DEFAULTS.learningRate().referenceBatch()) {
            throw new StokerException(
                            "reference-batch is for lr-scaling linear or sqrt, but lr-scaling is none; change it, or"
                                    + " remove reference-batch")
                    .about("lr-scaling", "reference-batch");
        }
    }

    private static void refuseIncompleteSchedule(LearningRateOptions options) {
        String schedule = "schedule " + text(options.schedule());
        switch (options.schedule()) {
            case STEP, EXPONENTIAL -> refuseMissing(options.stepEvery() == 0, schedule, "step-every");
            case PLATEAU -> refuseMissing(options.plateauPatience() == 0, schedule, "plateau-patience");
            case CYCLICAL, WARM_RESTARTS -> refuseMissing(options.cycle() == 0, schedule, "cycle");
            case MILESTONES -> {
                if (options.milestones().epochs().isEmpty()) {
                    throw new StokerException("schedule milestones needs milestones, such as 30,60,80")
                            .about("milestones");
                }
            }
            case CONSTANT, COSINE, LINEAR, POLYNOMIAL, ONE_CYCLE, TRIANGLE -> {}
        }
    }

    private static void refuseTwoClippings(TrainingStepOptions options) {
        long chosen = DoubleStream.of(options.maxGradNorm(), options.maxGradValue(), options.adaptiveClipping())
                .filter(value -> value > 0)
                .count();
        if (chosen > 1) {
            throw new StokerException(
                            "gradients are clipped in one way, but more than one of max-grad-norm, max-grad-value and"
                                    + " adaptive-clipping is above 0; keep one of them")
                    .about("max-grad-norm", "max-grad-value", "adaptive-clipping");
        }
    }

    private static void refuseMixingOff(AugmentationOptions options) {
        if (options.mixupOff() > 0 && options.mixup() == 0 && options.cutmix() == 0) {
            throw new StokerException("mixup-off ends mixup and cutmix, but both are 0; add one of them, or remove"
                            + " mixup-off")
                    .about("mixup-off", "mixup", "cutmix");
        }
    }

    private static void refuseAveraging(Plan plan) {
        var options = plan.regularization();
        var defaults = Plan.DEFAULTS.regularization();
        if (options.swa() == 0) {
            refuseWithoutSwa("swa-every", !options.swaEvery().equals(defaults.swaEvery()));
            refuseWithoutSwa("swa-lr", options.swaLr() > 0);
        } else if (options.ema() > 0) {
            throw new StokerException(
                            "swa and ema are two averages of the weights, of which one is evaluated and saved;"
                                    + " remove one of them")
                    .about("swa", "ema");
        } else if (plan.compression().prune() > 0) {
            throw new StokerException("swa averages weights from before and after some were removed by prune, so none"
                            + " would be 0; remove one of them")
                    .about("swa", "prune");
        }
    }

    private static void refuseWithoutSwa(String key, boolean given) {
        if (given) {
            throw new StokerException(
                            "%s is for swa, but swa is 0; add swa, such as 0.75, or remove %s".formatted(key, key))
                    .about("swa", key);
        }
    }

    private static void refuseTwoPolicies(AugmentationOptions options) {
        if (options.policies().size() > 1) {
            throw new StokerException(
                            "rand-augment, trivial-augment, auto-augment and augmix each choose the operations of an"
                                    + " image, but more than one is given; keep one of them")
                    .about("rand-augment", "trivial-augment", "auto-augment", "augmix");
        }
    }

    private static void refuseRepeated(Plan plan) {
        var input = plan.inputPipeline();
        if (plan.augmentation().repeatAugment() > 1
                && (input.sampling() != InputPipelineOptions.SamplingMode.UNIFORM
                        || input.order() != InputPipelineOptions.OrderMode.STRICT)) {
            throw new StokerException(
                            "repeat-augment is for sampling uniform and order strict, but they are %s and %s; remove one of them"
                                    .formatted(text(input.sampling()), text(input.order())))
                    .about("repeat-augment", "sampling", "order");
        }
    }

    private static void refuseSearch(Plan plan) {
        if (plan.device().deterministic() && plan.device().searchedPlans() > 0) {
            throw new StokerException(
                            "search %s keeps the fastest by measurement, which may differ from run to run, but deterministic is true; remove one of them"
                                    .formatted(plan.device().search()))
                    .about("search", "deterministic");
        }
    }

    private static void refuseFold(Plan plan) {
        var data = plan.data();
        if (data.folds() == 0 ? data.fold() > 1 : data.fold() > data.folds()) {
            throw new StokerException("fold is one of folds, counted from 1, got fold %d of %d; change one of them"
                            .formatted(data.fold(), data.folds()))
                    .about("fold", "folds");
        }
        if (data.folds() > 0 && !(data.validation() instanceof ValidationMode.Automatic)) {
            throw new StokerException(
                            "with folds the validation split is one of them, but validation is %s; remove one of them"
                                    .formatted(data.validation()))
                    .about("folds", "validation");
        }
    }

    private static void refuseTwoValidationSplits(Plan plan) {
        boolean other = plan.data().folds() > 0
                || !plan.data().validation().equals(Plan.DEFAULTS.data().validation());
        if (plan.imageSource().validationSplit().isPresent() && other) {
            throw new StokerException(
                            "validation-split says which images are for validation, and so do validation and folds;"
                                    + " remove one of them")
                    .about("validation-split", "validation", "folds");
        }
    }

    private static void refuseRelaxedOrder(Plan plan) {
        var input = plan.inputPipeline();
        if (input.order() == InputPipelineOptions.OrderMode.STRICT) {
            return;
        }
        if (plan.device().deterministic()) {
            throw new StokerException(
                            "order relaxed makes batches differ from run to run, but deterministic is true; remove one"
                                    + " of them")
                    .about("order", "deterministic");
        }
        if (input.lastBatch() == InputPipelineOptions.LastBatchMode.WRAP) {
            throw new StokerException(
                            "last-batch wrap fills up with the first images of an epoch, which order relaxed does not"
                                    + " define; remove one of them")
                    .about("last-batch", "order");
        }
    }

    private static void refuseTwoOrders(Plan plan) {
        var input = plan.inputPipeline();
        if (input.sampling() == InputPipelineOptions.SamplingMode.BALANCED
                && !(input.shuffle() instanceof ShuffleMode.Full)) {
            throw new StokerException(
                            "sampling balanced shuffles all images itself, but shuffle is %s; remove one of them"
                                    .formatted(input.shuffle()))
                    .about("sampling", "shuffle");
        }
    }

    private static void refuseNear(Plan plan) {
        boolean kept = !(plan.inputPipeline().near() instanceof NearMode.None);
        if (!kept && !plan.inputPipeline().nearLimit().isAuto()) {
            throw new StokerException("near-limit is for near, but near is none; add a folder, or remove near-limit")
                    .about("near-limit", "near");
        }
        if (kept && DatasetMixture.names(plan.data().data()).stream().noneMatch(StorageAddress::isRemote)) {
            throw new StokerException(
                            "near keeps images of a set at an address (s3://, https://), and %s is on this machine; remove near"
                                    .formatted(plan.data().data()))
                    .about("near", "data");
        }
    }

    private static void refuseMissingTeacher(Plan plan) {
        if (plan.compression().teacher().isPresent()) {
            return;
        }
        for (String name : List.of("distill-weight", "distill-temperature", "teacher-sha256")) {
            var key = PlanKey.named(name);
            if (key.isGiven(plan)) {
                throw new StokerException("%s is for distillation, but there is no teacher; add one, or remove %s"
                                .formatted(name, name))
                        .about("teacher", name);
            }
        }
    }

    private static <E extends Enum<E>> void refuseUnread(
            String key, String choice, E chosen, Map<String, Set<E>> readers) {
        var reading = readers.get(key);
        if (reading != null && !reading.contains(chosen)) {
            String names = reading.stream().map(PlanConflicts::text).collect(Collectors.joining(" or "));
            throw new StokerException("%s is for %s %s, but the %s is %s; change it, or remove %s"
                            .formatted(key, choice, names, choice, text(chosen), key))
                    .about(choice, key);
        }
    }

    private static void refuseMissing(boolean missing, String choice, String key) {
        if (missing) {
            throw new StokerException("%s needs a %s above 0".formatted(choice, key)).about(key);
        }
    }

    private static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
