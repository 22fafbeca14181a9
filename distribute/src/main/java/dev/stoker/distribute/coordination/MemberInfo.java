package dev.stoker.distribute.coordination;

import dev.stoker.telemetry.hardware.HostName;

/** Which process on which host a rank is. */
public record MemberInfo(int rank, String host, long processId) {
    static MemberInfo ofThisProcess(int rank) {
        return new MemberInfo(
                rank, HostName.ofThisMachine(), ProcessHandle.current().pid());
    }

    /** {@code rank 1 on node-a (process 123)}, as every sentence about a rank begins. */
    @Override
    public String toString() {
        return "rank %d on %s (process %d)".formatted(rank, host, processId);
    }
}
