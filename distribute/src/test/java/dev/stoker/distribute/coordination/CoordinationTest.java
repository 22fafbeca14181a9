package dev.stoker.distribute.coordination;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.RankSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks are threads here; real processes are in LostRankTest. */
@Timeout(20)
class CoordinationTest {
    private static final Duration SOON = Duration.ofSeconds(5);

    @Test
    void eightRanksMeetAndExchangeMessagesAnyNumberOfTimes() throws Exception {
        try (var ranks = Ranks.open(8)) {
            assertThat(ranks.all()).extracting(Coordination::rank).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
            for (int round = 0; round < 20; round++) {
                byte[] plan = "plan %d".formatted(round).getBytes(UTF_8);
                assertThat(ranks.together(rank -> rank.broadcast(rank.rank() == 0 ? plan : new byte[0])))
                        .containsOnly(plan)
                        .hasSize(8);
                var gathered = ranks.together(rank -> rank.gather(new byte[] {(byte) rank.rank()}));
                assertThat(gathered.getFirst().stream().map(bytes -> (int) bytes[0]))
                        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
                assertThat(gathered.subList(1, 8)).containsOnly(List.of());
            }
            assertThat(ranks.all()).allMatch(rank -> rank.failure().isEmpty());
        }
    }

    @Test
    void rankZeroKnowsAllAndTheOthersKnowRankZeroAndThemselves() throws Exception {
        long process = ProcessHandle.current().pid();
        try (var ranks = Ranks.open(3)) {
            assertThat(ranks.rank(0).members()).extracting(MemberInfo::rank).containsExactly(0, 1, 2);
            assertThat(ranks.rank(2).members()).extracting(MemberInfo::rank).containsExactly(0, 2);
            assertThat(ranks.rank(0).members()).allMatch(member -> member.processId() == process);
            assertThat(ranks.rank(0).members())
                    .noneMatch(member -> member.host().isBlank());
            assertThat(ranks.all()).allMatch(rank -> rank.world() == 3);
        }
    }

    @Test
    void aSingleRankIsAWorld() {
        var alone = new RankSettings(0, 1, 0, "127.0.0.1", 0, Ranks.TIMEOUT);
        try (var rank = Coordination.open(alone, Ranks.VERSION)) {
            assertThat(rank.broadcast(new byte[] {7})).containsExactly(7);
            assertThat(rank.gather(new byte[] {8})).containsExactly(new byte[] {8});
            assertThat(rank.members()).hasSize(1);
            rank.fail("nobody hears it");
        }
    }

    @Test
    void aLongMessageArrivesAsItWas() throws Exception {
        var message = new byte[64 << 20];
        new SplittableRandom(7).nextBytes(message);
        try (var ranks = Ranks.open(3)) {
            assertThat(ranks.together(rank -> rank.broadcast(message))).allMatch(got -> Arrays.equals(got, message));
            assertThat(ranks.together(rank -> rank.gather(message)).getFirst())
                    .hasSize(3)
                    .allMatch(got -> Arrays.equals(got, message));
        }
    }

    @Test
    void aReasonThatARankGivesArrivesAtAllOthers() throws Exception {
        try (var ranks = Ranks.open(4)) {
            ranks.rank(2).fail("the disk /data is full; free some space");

            for (int rank : new int[] {0, 1, 3}) {
                var failure = ranks.rank(rank).awaitFailure(SOON).orElseThrow();
                assertThat(failure.kind()).isEqualTo(RankFailure.Kind.SAID);
                assertThat(failure.rank()).isEqualTo(2);
                assertThat(failure.sentence())
                        .matches("rank 2 on \\S+ \\(process %d\\) failed: the disk /data is full; free some space"
                                .formatted(ProcessHandle.current().pid()));
            }
        }
    }

    @Test
    void aReasonOfRankZeroArrivesAndBreaksWhatOthersWaitFor() throws Exception {
        try (var ranks = Ranks.open(3)) {
            var waiting = Ranks.start(() -> ranks.rank(1).broadcast(new byte[0]));
            ranks.rank(0).fail("line\nbreak");

            assertThatThrownBy(() -> Ranks.result(waiting))
                    .isInstanceOf(StokerException.class)
                    .hasMessageStartingWith("rank 0 on ")
                    .hasMessageEndingWith(" failed: line\\nbreak");
            assertThatThrownBy(() -> ranks.rank(0).broadcast(new byte[0])).hasMessageEndingWith("line\\nbreak");
        }
    }

    @Test
    void theFirstCauseIsWhatEverybodyTells() throws Exception {
        try (var ranks = Ranks.open(4)) {
            ranks.rank(3).fail("the cause");
            assertThat(ranks.rank(1).awaitFailure(SOON)).isPresent();
            ranks.rank(1).fail("a consequence");
            ranks.rank(0).fail("another consequence");

            assertThat(ranks.all())
                    .allSatisfy(rank -> assertThat(
                                    rank.awaitFailure(SOON).orElseThrow().sentence())
                            .startsWith("rank 3 on ")
                            .endsWith(" failed: the cause"));
        }
    }

    @Test
    void twoCausesAtTheSameTimeAreOneForAllButTheirOwners() throws Exception {
        for (int round = 0; round < 20; round++) {
            try (var ranks = Ranks.open(5)) {
                ranks.together(rank -> {
                    if (rank.rank() == 1 || rank.rank() == 2) {
                        rank.fail("cause of rank %d".formatted(rank.rank()));
                    }
                    return true;
                });
                var first = ranks.rank(0).awaitFailure(SOON);
                assertThat(first).isPresent();
                assertThat(ranks.rank(3).awaitFailure(SOON)).isEqualTo(first);
                assertThat(ranks.rank(4).awaitFailure(SOON)).isEqualTo(first);
            }
        }
    }

    @Test
    void listenersAreCalledOnceAndLateOnesAtOnce() throws Exception {
        try (var ranks = Ranks.open(3)) {
            var told = new LinkedBlockingQueue<String>();
            ranks.rank(0).onFailure(failure -> told.add("0: " + failure.rank()));
            ranks.rank(1).onFailure(failure -> told.add("1: " + failure.rank()));
            ranks.rank(2).onFailure(failure -> told.add("2: " + failure.rank()));
            ranks.rank(2).fail("the cause");

            var heard = List.of(await(told), await(told));
            assertThat(heard).containsExactlyInAnyOrder("0: 2", "1: 2");
            ranks.rank(1).onFailure(failure -> told.add("late: " + failure.rank()));
            ranks.rank(2).onFailure(failure -> told.add("itself: " + failure.rank()));
            assertThat(told).containsExactly("late: 2"); // rank 2 is not told what it said itself
        }
    }

    private static String await(LinkedBlockingQueue<String> queue) throws InterruptedException {
        return String.valueOf(queue.poll(SOON.toSeconds(), TimeUnit.SECONDS));
    }

    @Test
    void aListenerMayClose() throws Exception {
        try (var ranks = Ranks.open(2)) {
            var closed = new CountDownLatch(1);
            ranks.rank(1).onFailure(_ -> {
                ranks.rank(1).close();
                closed.countDown();
            });
            ranks.rank(0).fail("the cause");
            assertThat(closed.await(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void leavingInGoodOrderIsNoFailure() throws Exception {
        try (var ranks = Ranks.open(3)) {
            ranks.rank(1).close();
            assertThatThrownBy(() -> ranks.rank(0).gather(new byte[0]))
                    .isInstanceOf(StokerException.class)
                    .hasMessageMatching(
                            "rank 1 on \\S+ \\(process \\d+\\) has left before it sent its message; its own output"
                                    + " says why");
            ranks.rank(2).close();
            ranks.rank(0).close();
            assertThat(ranks.all()).allMatch(rank -> rank.failure().isEmpty());
        }
    }

    @Test
    void rankZeroWaitsForTheOthersButNotForever() throws Exception {
        try (var ranks = Ranks.open(3)) {
            var others = Ranks.start(() -> {
                ranks.rank(1).close();
                ranks.rank(2).close();
                return true;
            });
            ranks.rank(0).leave(Duration.ofSeconds(10));
            assertThat(Ranks.result(others)).isTrue();
        }
        try (var ranks = Ranks.open(2)) {
            ranks.rank(0).leave(Duration.ofMillis(100)); // rank 1 stays

            assertThatThrownBy(() -> ranks.rank(1).broadcast(new byte[0]))
                    .hasMessageMatching(
                            "rank 0 on \\S+ \\(process \\d+\\) has left before it sent its message; its own output"
                                    + " says why");
            assertThat(ranks.rank(1).failure()).isEmpty();
        }
    }

    @Test
    void closingEndsAllThreadsAndMayBeRepeated() throws Exception {
        var ranks = Ranks.open(4);
        ranks.rank(3).fail("the cause");
        ranks.close();
        ranks.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("accepts ranks", "rank failure");
    }

    @Test
    void aLongReasonIsCut() {
        var member = new MemberInfo(1, "a", 2);
        var failure = RankFailure.said(member, "€".repeat(100_000));
        assertThat(failure.sentence()).hasSizeLessThan(5_000).endsWith("€…");
        assertThat(FailureFrame.of(failure).payload()).hasSizeLessThan(65_536);
    }
}
