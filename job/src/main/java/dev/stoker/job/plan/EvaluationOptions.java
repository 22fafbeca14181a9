package dev.stoker.job.plan;

import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.Implied;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.train.Interval;
import dev.stoker.train.evaluation.SelectionMetric;
import dev.stoker.train.evaluation.TestTimeAugmentation;

/** When and how a run is evaluated. */
@OptionGroup("Evaluation")
public record EvaluationOptions(
        @Description("evaluation interval: 2epochs, 500steps, 10min") @Default("1epoch")
        Interval evaluateEvery,

        @Description("test-time augmentation: none, flip (horizontal), or shifts") @Default("none") @Implied("flip")
        TestTimeAugmentation tta,

        @Description("metric by which the best weights are selected on the validation split: accuracy (mAP where"
                + " images have several labels, RMSE of regression), loss, top5, balanced-accuracy, macro-f1")
        @Default("accuracy")
        SelectionMetric bestBy)
        implements Options {}
