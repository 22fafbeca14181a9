package dev.stoker.job.prepare;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.prepare.CropReadyMode;
import dev.stoker.datasets.prepare.PreparationSettings;
import dev.stoker.image.transform.DownscaleLimit;
import java.nio.file.Path;

/** The source and the destination of a preparation, and its options. */
public record PrepareRequest(Path source, Path destination, PrepareOptions options) {
    /** With so many workers where the options leave that open. */
    PreparationSettings settings(int workers) {
        try {
            return new PreparationSettings(
                    source,
                    destination,
                    options.split(),
                    new Seed(options.seed()),
                    new DownscaleLimit(
                            options.resize().orElse(Integer.MAX_VALUE),
                            options.maxSide().orElse(Integer.MAX_VALUE)),
                    options.quality(),
                    options.raw(),
                    options.cropReady()
                            .value()
                            .map(on -> on ? CropReadyMode.ON : CropReadyMode.OFF)
                            .orElse(CropReadyMode.AUTO),
                    options.dedupe(),
                    options.shardSize(),
                    options.classes(),
                    options.workers().orElse(workers),
                    options.maxCorrupt(),
                    options.damaged(),
                    options.shuffle(),
                    options.trust(),
                    options.overwrite());
        } catch (IllegalArgumentException wrong) {
            throw new StokerException(String.valueOf(wrong.getMessage()), wrong);
        }
    }
}
