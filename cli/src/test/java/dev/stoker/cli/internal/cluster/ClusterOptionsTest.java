package dev.stoker.cli.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterOptionsTest {
    @Test
    void hostsOfAClusterRunTheCommandWithoutItsFlags() {
        assertThat(ClusterOptions.withoutFlags(List.of(
                        "train",
                        "cifar10",
                        "--spark",
                        "local[2]",
                        "-n",
                        "8",
                        "--name",
                        "n",
                        "--spark-conf",
                        "a=b",
                        "--lr",
                        "1")))
                .containsExactly("train", "cifar10", "--name", "n", "--lr", "1");
        assertThat(ClusterOptions.withoutFlags(
                        List.of("train", "--spark=local[2]", "-n8", "--timeout=5s", "--ranks=2", "--new-head", "-h")))
                .containsExactly("train", "--new-head", "-h");
    }
}
