package dev.stoker.job;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.TrainingObserver;
import java.util.List;

/** A process whose run breaks its device: a kernel writes far outside of its tensor. Exits as `stoker` would. */
final class DeviceLossProgram {
    private static final int STEP = 45;

    private DeviceLossProgram() {}

    /** {@code arguments}: the data and the folder for runs. */
    public static void main(String[] arguments) {
        var plan = plan(arguments[0], arguments[1]);
        var breaking = new TrainingObserver() {
            @Override
            public void afterStep(long step) {
                if (step == STEP) {
                    writeOutside(new Device.Cuda(0));
                }
            }
        };
        try (var job = TrainingJob.start(plan)) {
            job.run(List.of(breaking), () -> false);
            System.exit(0);
        } catch (StokerException failure) {
            System.err.println("stoker: " + failure.getMessage());
            System.exit(2);
        }
    }

    static Plan plan(String data, String runs) {
        return Plan.DEFAULTS
                .with("data", data)
                .with("model", "mlp")
                .with("device", "cuda")
                .with("batch", "32")
                .with("epochs", "20")
                .with("runs", runs)
                .with("checkpoint-every", "10");
    }

    private static void writeOutside(Device device) {
        try (var _ = TensorScope.open("outside")) {
            var far = Tensor.zeros(DataType.INT64, device, 1).addInPlace(1L << 40);
            Tensor.zeros(DataType.FLOAT32, device, 4)
                    .addAtInPlace(far, Tensor.zeros(DataType.FLOAT32, device, 1).plus(1));
        }
    }
}
