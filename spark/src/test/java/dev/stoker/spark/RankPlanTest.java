package dev.stoker.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.distribute.cluster.ClusterProgram;
import dev.stoker.spark.RankPlan.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RankPlanTest {
    private static final RankPlan PLAN = new RankPlan(
            new ClusterProgram(
                    List.of("stoker"),
                    Map.of("OMP_NUM_THREADS", "1"),
                    Path.of("/work"),
                    List.of("train", "--json", "--lr", "1")),
            3,
            Duration.ofSeconds(30));

    @Test
    void ranksAreCountedOnTheirHostsInWhateverOrderSparkPlacesThem() {
        var commands = PLAN.commands(
                List.of(new Place("a", 1001), new Place("b", 1002), new Place("a", 1003)), Optional.empty(), "");
        assertThat(commands.get(2).words()).containsExactly("stoker", "train", "--json", "--lr", "1");
        assertThat(commands.get(2).variables())
                .contains("RANK=2", "LOCAL_RANK=1", "LOCAL_WORLD_SIZE=2", "WORLD_SIZE=3", "OMP_NUM_THREADS=1")
                .contains("MASTER_ADDR=a", "MASTER_PORT=1001", "STOKER_TIMEOUT=30");
        assertThat(commands.get(1).variables()).contains("RANK=1", "LOCAL_RANK=0", "LOCAL_WORLD_SIZE=1");
    }

    @Test
    void whereThereIsARunItIsResumed() {
        var places = List.of(new Place("a", 1), new Place("a", 2), new Place("a", 3));
        var commands = PLAN.commands(places, Optional.of("/data/runs/x"), "");
        assertThat(commands.get(0).words()).containsExactly("stoker", "train", "--resume", "/data/runs/x", "--json");
        assertThat(commands.get(0).variables()).contains("MASTER_ADDR=127.0.0.1");
    }
}
