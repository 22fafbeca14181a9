package dev.stoker.tensor.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.tensor.LibTorch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("gpu")
@Timeout(120)
class NcclCommunicatorGpuTest {
    private static final String HOST = "127.0.0.1";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
    }

    /** NCCL refuses two ranks on one GPU of one host; with other names of the host they use the network between them. */
    private static Map<String, String> asAnotherHost(int rank) {
        return Map.of("NCCL_HOSTID", "host-" + rank, "NCCL_SOCKET_IFNAME", "lo", "NCCL_IB_DISABLE", "1");
    }

    @Test
    void sumsOfARankAloneCanBePartOfACudaGraphAndAllOfItIsFreed() {
        try (var store = RendezvousStore.open(TIMEOUT);
                var hosts = Communicator.gloo(new Rendezvous(0, 1, HOST, store.port(), HOST, TIMEOUT))) {
            GpuCollectiveChecks.all(hosts); // libraries keep some of their objects from the first use on
            long before = Pointer.totalCount();
            GpuCollectiveChecks.all(hosts);
            assertThat(Pointer.totalCount()).isEqualTo(before);
        }
    }

    @Test
    void twoRanksSumInACudaGraphAndAWaitingOneCanAbort() throws IOException, InterruptedException {
        try (var group = RankProcesses.start(folder, 2, TIMEOUT, NcclCommunicatorGpuTest::asAnotherHost)) {
            group.tell("gpu");
            assertThat(group.answers()).containsExactly("right", "right");
            group.tell("gpu-abort");
            assertThat(group.answer(0)).isEqualTo("this rank has aborted its communication with the others");
            RankProcesses.tell(group.process(1), "go on");
            assertThat(group.answer(1)).isEqualTo("took no part");
            group.end();
        }
    }
}
