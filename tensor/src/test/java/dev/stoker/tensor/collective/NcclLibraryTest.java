package dev.stoker.tensor.collective;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stoker.tensor.CudaLibrary;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.DeviceStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NcclLibraryTest {
    @Test
    void aMissingLibraryIsNamedWithItsRankAndHowToGetIt() {
        assumeFalse(CudaLibrary.NCCL.loads(), "this machine has NCCL");
        var timeout = Duration.ofSeconds(10);
        try (var store = RendezvousStore.open(timeout);
                var hosts = Communicator.gloo(new Rendezvous(0, 1, "127.0.0.1", store.port(), "127.0.0.1", timeout));
                var stream = DeviceStream.open(Device.CPU)) {
            assertThatThrownBy(() -> Communicator.nccl(hosts, new Device.Cuda(0), stream))
                    .isInstanceOf(CommunicationException.class)
                    .hasMessage(
                            "rank 0: libnccl.so.2 (NCCL), which sums over ranks on cuda:0, cannot be loaded: install"
                                    + " NCCL for CUDA 13 (package libnccl2, or nvidia-nccl-cu13 in Python)");
        }
    }
}
