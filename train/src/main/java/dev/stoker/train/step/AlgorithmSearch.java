package dev.stoker.train.step;

import dev.stoker.nn.Model;
import dev.stoker.nn.ModelSummary;
import dev.stoker.tensor.cuda.GpuSettings;

/** How many execution plans cuDNN should try for each convolution of a model, where nobody says. */
public final class AlgorithmSearch {
    /**
     * Plans are tried where most of the arithmetic is in dense convolutions larger than 1×1. On an H200 in bf16 that made resnet18_cifar
     * 6 % and resnet18 2 % faster, for 2 to 3 s of warm-up; resnet50, regnet_y_1_6gf and mobilenet_v3_large were within 0.5 % of what the
     * heuristics of cuDNN choose, densenet121, convnext_tiny and efficientnet_b0 slower by 1 to 2 %, mostly for 6 to 17 s.
     */
    private static final double DENSE_SHARE = 0.75;

    /** How many are tried where it pays: more make nothing faster. */
    public static final int PLANS = GpuSettings.DEFAULT_CUDNN_BENCHMARK_LIMIT;

    private AlgorithmSearch() {}

    /** 0 where the heuristics of cuDNN decide. */
    public static int plansFor(Model model) {
        return ModelSummary.denseConvolutionShare(model) >= DENSE_SHARE ? PLANS : 0;
    }
}
