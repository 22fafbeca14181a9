package dev.stoker.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.train.RankTime;
import dev.stoker.train.TimeBreakdown;
import dev.stoker.train.TimeShare;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimeSharesTest {
    private static final TimeBreakdown TIME = new TimeBreakdown(Map.of(
            TimeShare.INPUT, 1.2,
            TimeShare.COMPUTE, 8.0,
            TimeShare.EVALUATION, 0.77,
            TimeShare.COPY, 0.03));

    @Test
    void theLargestShareIsFirstAndNegligibleOnesAreLeftOut() {
        assertThat(TimeShares.text(TIME)).isEqualTo("compute 80 %, input 12 %, evaluation 8 %");
    }

    @Test
    void theLineOfProgressHasTheLargestBesidesCompute() {
        assertThat(TimeShares.largestBesidesCompute(TIME)).contains("input 12 %");
    }

    @Test
    void whereTheDeviceOnlyComputesThereIsNothingToSay() {
        var busy = new TimeBreakdown(Map.of(TimeShare.COMPUTE, 8.0, TimeShare.OTHER, 0.01));
        assertThat(TimeShares.largestBesidesCompute(busy)).isEmpty();
        assertThat(TimeShares.largestBesidesCompute(TimeBreakdown.NONE)).isEmpty();
    }

    @Test
    void theSlowestRankIsNamed() {
        var time = new TimeBreakdown(
                Map.of(TimeShare.COMPUTE, 6.0, TimeShare.COMMUNICATION, 4.0),
                List.of(new RankTime(4, 3), new RankTime(1, 0)));
        assertThat(TimeShares.largestBesidesCompute(time)).contains("communication 40 % (30 % for rank 1)");
    }
}
