package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SizedJvmTest {
    @Test
    void optionsComeBeforeThoseOfTheUserSoThatTheUsersWin() {
        assertThat(SizedJvm.command("java\0-Xmx1g\0-cp\0a:b\0Main\0train\0--name\0\0", 100 << 20))
                .containsExactly(
                        "java",
                        "-Xms33554432",
                        "-Xmx104857600",
                        "-XX:MaxMetaspaceSize=96m",
                        "-XX:ReservedCodeCacheSize=48m",
                        "-Xmx1g",
                        "-cp",
                        "a:b",
                        "Main",
                        "train",
                        "--name",
                        "");
    }
}
