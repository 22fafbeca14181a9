package dev.stoker.job.internal.setup;

import dev.stoker.core.Bytes;
import dev.stoker.data.BatchShare;
import dev.stoker.data.near.NearSettings;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.datasets.DatasetMixture;
import dev.stoker.distribute.RankSettings;
import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.hardware.CoreShare;
import java.nio.file.Path;
import java.util.Optional;

/** Where a plan keeps records of sets at an address. */
public final class NearFolders {
    private NearFolders() {}

    /** Empty where it keeps none. */
    public static Optional<NearSettings> of(Plan plan) {
        var input = plan.inputPipeline();
        return input.near()
                .folder()
                .map(folder ->
                        settings(plan.data().data(), folder, input.nearLimit().value()));
    }

    private static NearSettings settings(String data, Path folder, Optional<Bytes> limit) {
        long sets = DatasetMixture.names(data).stream()
                .filter(StorageAddress::isRemote)
                .count();
        var rank = RankSettings.ofEnvironment(System.getenv())
                .map(settings -> new BatchShare(settings.rank(), settings.world()))
                .orElse(BatchShare.ALL);
        return new NearSettings(folder, limit, rank, (int) Math.max(1, sets) * CoreShare.ranks());
    }
}
