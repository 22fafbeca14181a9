package dev.stoker.job.internal.rank;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.RankSettings;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;

/** The GPU of a rank: that of its number among the ranks of its host. */
public final class RankDevice {
    private RankDevice() {}

    /** Whether all ranks of a host use the device of the plan, for tests on a host with one GPU. */
    public static boolean isShared() {
        return "1".equals(System.getenv("STOKER_SHARE_DEVICE"));
    }

    public static Device of(RankSettings settings) {
        int devices = LibTorch.cudaDevices();
        if (settings.localRank() >= devices) {
            throw new StokerException(
                            "rank %d is number %d on its host, which has %d GPUs; start one rank for each GPU, or train on the CPU"
                                    .formatted(settings.rank(), settings.localRank() + 1, devices))
                    .about("device");
        }
        return new Device.Cuda(settings.localRank());
    }
}
