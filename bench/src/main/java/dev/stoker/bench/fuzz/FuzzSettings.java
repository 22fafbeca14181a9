package dev.stoker.bench.fuzz;

import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a run does.
 *
 * @param inputs how many files it mutates
 * @param time when it stops, if that is earlier
 * @param seed the seed of the mutations; a new one is chosen where it is empty
 * @param formats the formats, or classes that implement a target
 * @param folder where its state and its findings are kept
 * @param resume whether it continues what the folder holds
 */
public record FuzzSettings(
        long inputs,
        Duration time,
        OptionalLong seed,
        List<String> formats,
        int processes,
        Path folder,
        boolean resume,
        FuzzLimits limits) {

    public FuzzSettings {
        formats = List.copyOf(formats);
        if (inputs < 1) {
            throw new StokerException("inputs must be at least 1, got " + inputs).about("inputs");
        }
        if (processes < 1) {
            throw new StokerException("processes must be at least 1, got " + processes).about("processes");
        }
        if (time.isNegative() || time.isZero()) {
            throw new StokerException("minutes must be above 0").about("minutes");
        }
    }
}
