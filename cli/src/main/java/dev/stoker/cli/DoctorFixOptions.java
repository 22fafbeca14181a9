package dev.stoker.cli;

import dev.stoker.cli.internal.command.Version;
import dev.stoker.core.StokerException;
import dev.stoker.job.Rig;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.prepare.PreparationJob;
import dev.stoker.lab.doctor.DoctorObserver;
import dev.stoker.lab.doctor.check.Inspection;
import dev.stoker.lab.doctor.fix.FixResult;
import dev.stoker.lab.doctor.fix.FixSettings;
import dev.stoker.lab.doctor.fix.PlanFixer;
import dev.stoker.lab.doctor.fix.ShardPreparation;
import dev.stoker.lab.doctor.fix.TunedPlanFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code doctor} may change, and where the plan goes. */
final class DoctorFixOptions {
    /** Trials take longer than the first measurement, since there are several. */
    private static final int TIMES = 3;

    @Option(
            names = "--fix",
            description = "try what was found, one change at a time against the best plan so far, keep what is faster"
                    + " beyond the noise, and write the plan; takes at most three times as long as --time")
    private boolean fix;

    @Option(
            names = "--allow-semantics",
            description = "with --fix: also try what changes learning, such as batch, precision and augmentation")
    private boolean allowSemantics;

    @Option(
            names = "--prepare",
            paramLabel = "FOLDER",
            description = "with --fix: also try shards, which are written into this folder")
    private @Nullable Path prepare;

    @Option(names = "--out", paramLabel = "FILE", description = "with --fix: the plan to write (tuned.yaml)")
    private @Nullable Path out;

    boolean wanted() {
        return fix;
    }

    /** Options that are of no use without --fix are not ignored. */
    void check() {
        boolean others = allowSemantics || prepare != null || out != null;
        if (!fix && others) {
            throw new StokerException(
                    "--allow-semantics, --prepare and --out are for --fix; add --fix, or remove them");
        }
    }

    FixResult result(Plan plan, Rig rig, Inspection inspection, Duration time, DoctorObserver observer) {
        var settings = new FixSettings(time.multipliedBy(TIMES), allowSemantics, Optional.ofNullable(prepare));
        var shards = new ShardPreparation(new Version().number(), "stoker doctor --fix", new SilentListener());
        return PlanFixer.fix(plan, rig, inspection, settings, shards, observer);
    }

    /** Writes the plan where it has changed; returns the file. */
    Optional<Path> written(FixResult result) {
        if (!result.isChanged()) {
            return Optional.empty();
        }
        Path file = out == null ? TunedPlanFile.freeName(Path.of("")) : out;
        TunedPlanFile.write(file, result);
        return Optional.of(file);
    }

    private record SilentListener() implements PreparationJob.Listener {
        @Override
        public void started(long images, int shards, long imagesDone, int shardsDone) {}

        @Override
        public void advanced(long images) {}
    }
}
