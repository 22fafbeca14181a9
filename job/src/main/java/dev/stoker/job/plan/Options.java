package dev.stoker.job.plan;

/** One group of the options of a plan. */
public sealed interface Options
        permits AugmentationOptions,
                DataOptions,
                DeviceOptions,
                DevicePlacementOptions,
                DistributedOptions,
                EvaluationOptions,
                ImageInputOptions,
                ImageSourceOptions,
                InputPipelineOptions,
                LearningRateOptions,
                LossOptions,
                ModelOptions,
                OptimizerOptions,
                ProgressiveTrainingOptions,
                RegularizationOptions,
                CompressionOptions,
                RunOptions,
                TrainingOptions,
                TrainingStepOptions {}
