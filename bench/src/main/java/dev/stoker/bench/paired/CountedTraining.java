package dev.stoker.bench.paired;

import dev.stoker.distribute.RankSettings;
import dev.stoker.job.RankGroup;
import dev.stoker.job.Strategy;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.tune.TuningObserver;
import dev.stoker.train.TrainingObserver;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The program of a process that trains until it is ended, and counts its steps where another process sees them. */
final class CountedTraining {
    private static final int SIGNAL_AT_DEATH_OF_PARENT = 1; // PR_SET_PDEATHSIG
    private static final int SIGKILL = 9;

    private CountedTraining() {}

    /** The file of the counter, and {@link TrainingSide#words}. */
    public static void main(String[] arguments) throws IOException {
        endWithParent();
        var counter = StepCounter.open(Path.of(arguments[0]));
        var side = TrainingSide.of(Arrays.asList(arguments).subList(1, arguments.length));
        var counting = new TrainingObserver() {
            @Override
            public void afterStep(long step) {
                counter.set(step);
            }
        };
        try (var ranks = side.communicator() ? onlyRank() : null;
                var job = TrainingJob.start(side.settled(), TuningObserver.NONE, Optional.ofNullable(ranks))) {
            job.collectTelemetry(side.telemetry());
            job.run(List.of(counting), () -> false);
        }
    }

    private static RankGroup onlyRank() {
        return RankGroup.open(
                new RankSettings(0, 1, 0, "127.0.0.1", 0, RankSettings.DEFAULT_TIMEOUT), Strategy.WORKERS);
    }

    /** A process that is halted cannot see that its parent was killed. */
    private static void endWithParent() {
        var linker = Linker.nativeLinker();
        var prctl = linker.downcallHandle(
                linker.defaultLookup().find("prctl").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                Linker.Option.firstVariadicArg(1));
        try {
            int _ = (int) prctl.invokeExact(SIGNAL_AT_DEATH_OF_PARENT, (long) SIGKILL);
        } catch (Throwable failure) {
            throw new IllegalStateException("prctl cannot be called", failure);
        }
    }
}
