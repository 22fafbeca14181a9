package dev.stoker.job;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.JvmFailure;
import dev.stoker.core.StokerException;
import dev.stoker.train.Checkpoints;
import java.nio.file.Path;
import java.util.Optional;

/** What is said of a run that failed: the cause, and what to continue from. */
record FailedRun(Path run, String device, Checkpoints checkpoints) {
    /** The failure itself, unless it comes of a device that is lost. */
    RuntimeException explained(RuntimeException failure, Optional<String> loss) {
        if (loss.isEmpty()) {
            return failure;
        }
        return new StokerException(
                "%s is lost, %s; %s; `nvidia-smi` shows whether it still responds"
                        .formatted(device, loss.get(), remedy()),
                failure);
    }

    /** What the JVM ran out of, and which checkpoint to resume from. */
    StokerException withCheckpoint(Error failure) {
        return new StokerException(
                "%s; %s".formatted(JvmFailure.ofError(failure).sentence(), remedy()), failure);
    }

    private String remedy() {
        return checkpoints
                .latest()
                .map(kept -> "the checkpoint of step %d is intact: resume with `stoker train --resume %s`"
                        .formatted(kept.step(), run))
                .orElse("there is no checkpoint yet: start again, perhaps with checkpoint-every");
    }

    /** Records of shards come with their remedy. */
    static StokerException withRemedy(CorruptDataException damage) {
        if (damage.settings().contains("skip-corrupt")) {
            return damage;
        }
        return new StokerException(
                        "%s; fix it, or skip corrupt images with skip-corrupt".formatted(damage.getMessage()), damage)
                .about("skip-corrupt");
    }
}
