package dev.stoker.tensor.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
class KernelRecorderGpuTest {
    private static final Device.Cuda DEVICE = new Device.Cuda(0);

    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
    }

    @Test
    void everyReplayOfAGraphIsReportedKernelByKernelInTheTimeOfTheHost() {
        assertThat(KernelRecorder.whyUnavailable()).isEmpty();
        var activities = new CopyOnWriteArrayList<DeviceActivity>();
        long before;
        long after;
        try (var recorder = KernelRecorder.open(activities::add);
                var _ = TensorScope.open("captured");
                var stream = DeviceStream.open(DEVICE)) {
            var factor = Tensor.zeros(DataType.FLOAT32, DEVICE, 256, 256);
            var product = Tensor.zeros(DataType.FLOAT32, DEVICE, 256, 256);
            try (var graph = CudaGraph.of(stream, () -> multiply(factor, product))) {
                for (int i = 0; i < CudaGraph.RUNS_UNTIL_CAPTURED; i++) {
                    graph.run();
                }
                recorder.flush();
                assertThat(activities).isEmpty();
                recorder.start();
                before = System.nanoTime();
                for (int i = 0; i < 10; i++) {
                    graph.run();
                }
                recorder.flush();
                after = System.nanoTime();
            }
        }

        assertThat(matrixProducts(activities)).hasSizeGreaterThanOrEqualTo(10);
        assertThat(activities)
                .allMatch(activity -> activity.start() <= activity.end())
                .allMatch(activity -> activity.start() > before - 1_000_000 && activity.end() < after + 1_000_000);
    }

    private static void multiply(Tensor factor, Tensor product) {
        try (var _ = TensorScope.open("multiply")) {
            product.copyFrom(factor.matrixTimes(factor));
        }
    }

    private static List<DeviceActivity> matrixProducts(List<DeviceActivity> activities) {
        return activities.stream()
                .filter(activity -> activity.name().matches("(?i).*(gemm|nvjet|cutlass).*"))
                .toList();
    }
}
