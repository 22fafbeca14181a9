package dev.stoker.distribute.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
    /** Longer than any test, and one process. */
    private static final String ENDLESS = "exec sleep 600";

    @TempDir
    private Path folder;

    private LaunchTests launch;

    @BeforeEach
    void begin() {
        launch = new LaunchTests(folder);
    }

    private static LaunchSettings ranks(int count) {
        return LaunchSettings.of(Hosts.local(count)).withGrace(LaunchTests.GRACE);
    }

    @Test
    void eachRankIsToldWhoItIs() {
        int code = launch.run(
                ranks(3).withPort(4711).withTimeout(Duration.ofMillis(2500)),
                launch.program(
                        "echo $RANK $LOCAL_RANK $WORLD_SIZE $LOCAL_WORLD_SIZE $MASTER_ADDR $MASTER_PORT"
                                + " $STOKER_LAUNCHED $STOKER_TIMEOUT \"$*\" >> \"$DIR/rank$RANK\"",
                        "train",
                        "two words"));

        assertThat(code).isZero();
        assertThat(launch.messages()).isEmpty();
        for (int rank = 0; rank < 3; rank++) {
            assertThat(launch.lines("rank" + rank))
                    .containsExactly("%d %d 3 3 127.0.0.1 4711 1 3 train two words".formatted(rank, rank));
        }
    }

    @Test
    void aFreePortIsFoundForAllRanks() {
        launch.run(ranks(2), launch.program("echo $MASTER_PORT > \"$DIR/rank$RANK\""));

        assertThat(Integer.parseInt(launch.lines("rank0").getFirst())).isBetween(1024, 65_535);
        assertThat(launch.lines("rank1")).isEqualTo(launch.lines("rank0"));
    }

    @Test
    void whatOtherRanksWriteToStandardErrorHasTheirNumber() {
        launch.run(ranks(3), launch.program("[ $RANK = 0 ] || { echo never shown; echo \"I am $RANK\" >&2; }"));

        assertThat(launch.errors()).containsExactlyInAnyOrder("[rank 1] I am 1", "[rank 2] I am 2");
    }

    @Test
    void logsHoldBothStreamsOfEachRank() throws IOException {
        Path logs = folder.resolve("logs/new");
        Files.createDirectories(logs);
        Files.writeString(logs.resolve("rank-1.log"), "of an earlier launch\n");
        launch.run(
                ranks(2).withLogFolder(logs),
                launch.program("[ $RANK = 0 ] || echo out; sleep 0.05; echo \"I am $RANK\" >&2"));

        assertThat(logs.resolve("rank-0.log")).hasContent("I am 0");
        assertThat(logs.resolve("rank-1.log")).hasContent("out\nI am 1");
        assertThat(launch.errors()).containsExactlyInAnyOrder("I am 0", "[rank 1] I am 1");
    }

    @Test
    void theFirstFailureIsTheExitCodeAndIsSaidOnce() {
        int code = launch.run(ranks(3), launch.program("""
            case $RANK in
              1) echo 'stoker: disk full; free some' >&2; exit 7;;
              *) while [ ! -e "$DIR/gone" ]; do sleep 0.02; [ -e "$DIR/failed" ] && exit 3; done;;
            esac\
            """.replace("exit 7", "touch \"$DIR/failed\"; exit 7")));

        assertThat(code).isEqualTo(7);
        assertThat(launch.messages())
                .containsExactly("rank 1 on this host ended with exit code 7: disk full; free some");
    }

    @Test
    void aRankThatWasKilledIsNamedWithItsSignal() {
        int code = launch.run(ranks(2), launch.program("[ $RANK = 1 ] && kill -9 $$; " + ENDLESS));

        assertThat(code).isEqualTo(137);
        assertThat(launch.messages())
                .containsExactly(
                        "rank 1 on this host was killed (exit code 137), as the kernel does when memory runs out");
    }

    @Test
    void othersHaveTimeToNoticeAFailureThemselves() {
        int code = launch.run(ranks(2).withGrace(Duration.ofSeconds(60)), launch.program("""
            trap 'touch "$DIR/asked"' TERM
            [ $RANK = 1 ] && { touch "$DIR/failed"; exit 5; }
            while [ ! -e "$DIR/failed" ]; do sleep 0.02; done
            exit 4\
            """));

        assertThat(code).isEqualTo(5);
        assertThat(launch.exists("asked")).isFalse();
    }

    @Test
    void thenTheyAreAskedToStopAndThenKilled() {
        long before = System.nanoTime();
        int code = launch.run(ranks(3), launch.program("""
            case $RANK in
              0) trap 'echo asked >> "$DIR/asked0"; exit 143' TERM;;
              1) trap 'echo asked >> "$DIR/asked1"' TERM;;
              2) while [ ! -e "$DIR/ready0" ] || [ ! -e "$DIR/ready1" ]; do sleep 0.02; done; exit 6;;
            esac
            touch "$DIR/ready$RANK"
            while :; do sleep 0.05; done\
            """));

        assertThat(code).isEqualTo(6);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(LaunchTests.GRACE.multipliedBy(2));
        assertThat(launch.lines("asked0")).containsExactly("asked");
        assertThat(launch.lines("asked1")).containsExactly("asked");
        assertThat(launch.messages()).hasSize(1);
    }

    @Test
    void aStopReachesEachRankOnceAndIsNoFailure() {
        int code = launch.run(
                ranks(2).withRestarts(3, 2),
                launch.program("""
                    trap 'echo asked >> "$DIR/asked$RANK"; sleep 0.3; exit 143' TERM
                    touch "$DIR/ready$RANK"
                    while :; do sleep 0.02; done\
                    """),
                () -> launch.exists("ready0") && launch.exists("ready1"));

        assertThat(code).isEqualTo(143);
        assertThat(launch.lines("asked0")).containsExactly("asked");
        assertThat(launch.lines("asked1")).containsExactly("asked");
        assertThat(launch.messages()).isEmpty();
    }

    @Test
    void aRestartResumesTheRunOfRankZero() {
        int code = launch.run(ranks(2).withRestarts(2, 2), launch.program("""
            echo "$*" >> "$DIR/rank$RANK"
            [ "$2" = --resume ] && exit 0
            if [ $RANK = 0 ]; then echo runs/one > "$STOKER_RUN_FILE"; touch "$DIR/written"; fi
            while [ ! -e "$DIR/written" ]; do sleep 0.02; done
            [ $RANK = 1 ] && exit 9
            exec sleep 600\
            """, "train", "cifar10", "--json"));

        assertThat(code).isZero();
        assertThat(launch.lines("rank0")).containsExactly("train cifar10 --json", "train --resume runs/one --json");
        assertThat(launch.lines("rank1")).isEqualTo(launch.lines("rank0"));
        assertThat(launch.messages())
                .containsExactly(
                        "rank 1 on this host ended with exit code 9", "restart 1 of 2 with 2 ranks, resuming runs/one");
    }

    @Test
    void withoutARunTheCommandStartsAsItWasUntilRestartsAreSpent() throws IOException {
        int code = launch.run(
                ranks(1).withRestarts(2, 1),
                launch.program("echo \"$STOKER_RUN_FILE $*\" >> \"$DIR/all\"; exit 3", "train", "--lr", "1"));

        assertThat(code).isEqualTo(3);
        assertThat(launch.lines("all")).hasSize(3).allMatch(line -> line.endsWith(" train --lr 1"));
        assertThat(launch.messages()).hasSize(5).contains("restart 2 of 2 with 1 rank, from the beginning");
        Path temporary = Path.of(launch.lines("all").getFirst().split(" ", -1)[0]);
        assertThat(temporary).isAbsolute().doesNotExist();
    }

    @Test
    void aRankThatFailsTwiceIsLeftOutWhereFewerAreEnough() {
        var failing = launch.program(
                "echo $WORLD_SIZE >> \"$DIR/worlds\"; [ $RANK = 2 ] && exit 8; [ $WORLD_SIZE = 2 ] || exec sleep 600");

        assertThat(launch.run(ranks(3).withRestarts(3, 2), failing)).isZero();
        assertThat(launch.messages())
                .contains(
                        "restart 1 of 3 with 3 ranks, from the beginning",
                        "restart 2 of 3 with 2 ranks, from the beginning");
    }

    @Test
    void aProgramThatCannotBeStartedIsOneSentenceAndEndsTheOthers() {
        var missing = new RankProgram(List.of("/no/such/program"), List.of("none"), Map.of(), List.of());

        assertThatThrownBy(() -> launch.run(ranks(2), missing))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("cannot start /no/such/program (");
    }

    @Test
    void aPlanOfTheLaunchShowsEachRankAndStartsNothing() {
        var program = launch.program("touch \"$DIR/started\"", "train", "two words");
        try (var launcher = new Launcher(
                LaunchSettings.of(Hosts.parse("localhost:1,far.invalid:1")).withPort(5000),
                program,
                _ -> {},
                _ -> {})) {
            var planned = launcher.ranks();
            assertThat(planned.getFirst().line())
                    .startsWith("LOCAL_RANK=0 LOCAL_WORLD_SIZE=1 MASTER_ADDR=")
                    .endsWith("MASTER_PORT=5000 RANK=0 STOKER_LAUNCHED=1 WORLD_SIZE=2 %s/program train 'two words'"
                            .formatted(folder));
            assertThat(planned.getLast().line())
                    .startsWith("ssh -T -o BatchMode=yes -o ConnectTimeout=10")
                    .contains(" far.invalid 'exec sh -c ", "RANK=1");
        }
        assertThat(launch.exists("started")).isFalse();
    }

    @Test
    void settingsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> ranks(2).withRestarts(-1, 2)).hasMessage("--restarts must be at least 0, got -1");
        assertThatThrownBy(() -> ranks(2).withRestarts(1, 3))
                .hasMessage("--min-workers must be 1 to 2, the number of ranks, got 3");
        assertThatThrownBy(() -> ranks(2).withPort(70_000)).hasMessage("--port must be 1 to 65535, got 70000");
        assertThatThrownBy(() -> LaunchSettings.of(Hosts.parse("far.invalid:1")).withRestarts(1, 1))
                .hasMessage("--restarts needs rank 0 on this host, which is not far.invalid: put this host first");
    }
}
