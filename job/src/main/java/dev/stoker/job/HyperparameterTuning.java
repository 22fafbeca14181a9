package dev.stoker.job;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.option.Auto;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.setup.CustomParts;
import dev.stoker.job.tune.BatchSizeReport;
import dev.stoker.job.tune.LearningRateReport;
import dev.stoker.job.tune.TuningObserver;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Finds a learning rate or a batch size for a plan, without a run. */
public final class HyperparameterTuning {
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private HyperparameterTuning() {}

    /** The range test of a plan, whatever learning rate it names; a batch that it leaves open is found first. */
    public static LearningRateReport rate(Plan plan, TuningObserver observer) {
        var any =
                plan.with(plan.learningRate().withUnscaledLr(plan.learningRate().lrFrom()));
        try (var setup = TrainingSetup.of(any, CustomParts.NONE, false, observer)) {
            return setup.rangeTest(observer);
        }
    }

    /** The batch size search of a plan, whatever batch size it names. */
    public static BatchSizeReport batch(Plan plan, TuningObserver observer) {
        var open = plan.with(plan.training().withBatch(Auto.auto()))
                .with(plan.learningRate().withUnscaledLr(plan.learningRate().lrFrom()));
        try (var setup = TrainingSetup.of(open, CustomParts.NONE, false, observer)) {
            return setup.batchSizeReport().orElseThrow();
        }
    }

    /** A new folder beside those of runs, for the report. */
    public static Path folder(Plan plan, String name) {
        var runs = Path.of(plan.run().runs());
        String base = WHEN.format(LocalDateTime.now(ZoneId.systemDefault())) + "-" + name;
        try {
            Files.createDirectories(runs);
            for (int i = 1; ; i++) {
                try {
                    return Files.createDirectory(runs.resolve(i == 1 ? base : base + "-" + i));
                } catch (FileAlreadyExistsException _) {
                    // The next number may be free.
                }
            }
        } catch (IOException failure) {
            throw new StokerException(
                            "cannot create a folder in %s (%s); choose a writable one"
                                    .formatted(runs.toAbsolutePath(), AtomicFile.reason(failure)),
                            failure)
                    .about("runs");
        }
    }
}
