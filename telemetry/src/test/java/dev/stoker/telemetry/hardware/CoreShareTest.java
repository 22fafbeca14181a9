package dev.stoker.telemetry.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CoreShareTest {
    @Test
    void aProcessAloneHasAllCores() {
        assertThat(CoreShare.cores(8, Map.of())).isEqualTo(8);
        assertThat(CoreShare.threads(8, Map.of())).isEqualTo(8);
        assertThat(CoreShare.cores(8, Map.of("LOCAL_WORLD_SIZE", "1"))).isEqualTo(8);
    }

    @Test
    void ranksOfOneMachineDivideItsCores() {
        assertThat(CoreShare.cores(8, Map.of("LOCAL_WORLD_SIZE", "4"))).isEqualTo(2);
        assertThat(CoreShare.cores(8, Map.of("LOCAL_WORLD_SIZE", "3"))).isEqualTo(2);
        assertThat(CoreShare.threads(8, Map.of("LOCAL_WORLD_SIZE", "4"))).isEqualTo(2);
    }

    @Test
    void everyRankHasAtLeastOneCore() {
        assertThat(CoreShare.cores(2, Map.of("LOCAL_WORLD_SIZE", "4"))).isEqualTo(1);
    }

    @Test
    void threadsThatWereAskedForAreNotDivided() {
        assertThat(CoreShare.threads(8, Map.of("LOCAL_WORLD_SIZE", "4", "OMP_NUM_THREADS", "6")))
                .isEqualTo(6);
        assertThat(CoreShare.threads(8, Map.of("OMP_NUM_THREADS", "3,2"))).isEqualTo(3);
    }

    @Test
    void whatIsNoNumberIsPassedOver() {
        assertThat(CoreShare.cores(8, Map.of("LOCAL_WORLD_SIZE", "many"))).isEqualTo(8);
        assertThat(CoreShare.cores(8, Map.of("LOCAL_WORLD_SIZE", "0"))).isEqualTo(8);
        assertThat(CoreShare.threads(8, Map.of("OMP_NUM_THREADS", ""))).isEqualTo(8);
    }
}
