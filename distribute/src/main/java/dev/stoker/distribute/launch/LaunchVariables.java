package dev.stoker.distribute.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The variables that tell a rank who it is: those of torchrun, and Stoker's own.
 *
 * @param runFile where rank 0 writes the folder of its run; empty where nobody asks for it
 */
public record LaunchVariables(
        int world, String masterAddress, int masterPort, Optional<Duration> timeout, Optional<Path> runFile) {
    public Map<String, String> of(Rank rank) {
        var variables = new LinkedHashMap<String, String>();
        variables.put("RANK", Integer.toString(rank.number()));
        variables.put("LOCAL_RANK", Integer.toString(rank.localNumber()));
        variables.put("WORLD_SIZE", Integer.toString(world));
        variables.put("LOCAL_WORLD_SIZE", Integer.toString(rank.host().slots()));
        variables.put("MASTER_ADDR", masterAddress);
        variables.put("MASTER_PORT", Integer.toString(masterPort));
        variables.put("STOKER_LAUNCHED", "1");
        timeout.ifPresent(time -> variables.put("STOKER_TIMEOUT", Long.toString(wholeSeconds(time))));
        if ("1".equals(System.getenv("STOKER_SHARE_DEVICE"))) {
            shareDevice(rank, variables);
        }
        if (rank.isFirst()) {
            runFile.ifPresent(file -> variables.put("STOKER_RUN_FILE", file.toString()));
        }
        return variables;
    }

    /** NCCL refuses two ranks of one host on one GPU; these take each other for hosts, and talk over loopback. */
    private static void shareDevice(Rank rank, Map<String, String> variables) {
        variables.put("NCCL_HOSTID", "rank-" + rank.number());
        variables.put("NCCL_SOCKET_IFNAME", "lo");
        variables.put("NCCL_IB_DISABLE", "1");
    }

    private static long wholeSeconds(Duration time) {
        return Math.max(1, Math.ceilDiv(time.toMillis(), 1000L));
    }
}
