package dev.stoker.train;

import dev.stoker.nn.Weights;
import dev.stoker.train.internal.device.TrainingDevice;
import java.util.List;
import java.util.function.Consumer;

/** Trainers on devices that may be simulated. */
public final class TrainerFixtures {
    private TrainerFixtures() {}

    public static Trainer on(
            TrainingDevice device,
            TrainingPhases phases,
            TrainingSettings settings,
            Checkpoints checkpoints,
            List<TrainingObserver> observers,
            Consumer<Weights> prepare) {
        return new Trainer(phases, settings, device, checkpoints, observers, prepare);
    }
}
