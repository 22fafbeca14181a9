package dev.stoker.job.plan;

import dev.stoker.tensor.cuda.GpuSettings;
import java.util.OptionalInt;

/** How many plans of a convolution are tried, or as many as is usual. */
public record CudnnSearch(OptionalInt plans) {
    private static final CudnnSearch AUTO = new CudnnSearch(OptionalInt.empty());

    /** Longer than any list of plans of cuDNN. */
    private static final int MOST = 1000;

    static CudnnSearch parse(String text) {
        if (text.equals(Plan.AUTO)) {
            return AUTO;
        }
        int plans = Integer.parseInt(text);
        if (plans < 0 || plans > MOST) {
            throw new IllegalArgumentException("0 to %d, or auto".formatted(MOST));
        }
        return new CudnnSearch(OptionalInt.of(plans));
    }

    /** What is found by the clock may be another plan each time, so a deterministic run looks for none. */
    public int number(boolean deterministic) {
        return plans.orElse(deterministic ? 0 : GpuSettings.DEFAULT_CUDNN_BENCHMARK_LIMIT);
    }

    @Override
    public String toString() {
        return plans.isPresent() ? Integer.toString(plans.getAsInt()) : Plan.AUTO;
    }
}
