package dev.stoker.distribute.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks that are real processes die and hang; two others are threads of this one. */
@Timeout(30)
class LostRankTest {
    private static final Duration TWO_SECONDS = Duration.ofSeconds(2);

    private int port;

    @BeforeEach
    void choosePort() throws IOException {
        port = Ranks.freePort();
    }

    private CompletableFuture<Coordination> open(int rank, Duration timeout) {
        return Ranks.open(Ranks.settings(rank, 3, port).withTimeout(timeout));
    }

    private static RankFailure failure(Coordination rank, Duration atMost) {
        return rank.awaitFailure(atMost).orElseThrow();
    }

    @Test
    void aRankThatIsKilledIsNamedEverywhereWithinTwoSeconds() throws Exception {
        try (var lost = RankProcess.start(1, 3, port, Ranks.TIMEOUT);
                var ranks = Ranks.of(List.of(open(0, Ranks.TIMEOUT), open(2, Ranks.TIMEOUT)))) {
            assertThat(lost.line()).isEqualTo("there");
            lost.kill();

            var failure = failure(ranks.all().getFirst(), TWO_SECONDS);
            assertThat(failure.kind()).isEqualTo(RankFailure.Kind.DIED);
            assertThat(failure.rank()).isEqualTo(1);
            assertThat(failure.processId()).isEqualTo(lost.id());
            assertThat(failure.sentence())
                    .isEqualTo(
                            "rank 1 on %s (process %d) died: its connection ended without a goodbye; its own output or the log of its host (out of memory?) says why"
                                    .formatted(failure.host(), lost.id()));
            assertThat(failure(ranks.all().getLast(), TWO_SECONDS)).isEqualTo(failure);
        }
    }

    @Test
    void whenRankZeroIsKilledAllOthersTellTheSame() throws Exception {
        try (var lost = RankProcess.start(0, 3, port, Ranks.TIMEOUT);
                var ranks = Ranks.of(List.of(open(1, Ranks.TIMEOUT), open(2, Ranks.TIMEOUT)))) {
            assertThat(lost.line()).isEqualTo("there");
            lost.kill();

            var failure = failure(ranks.all().getFirst(), TWO_SECONDS);
            assertThat(failure.kind()).isEqualTo(RankFailure.Kind.DIED);
            assertThat(failure.sentence())
                    .startsWith("rank 0 on %s (process %d) died: ".formatted(failure.host(), lost.id()));
            assertThat(failure(ranks.all().getLast(), TWO_SECONDS)).isEqualTo(failure);
        }
    }

    @Test
    void aRankThatHangsIsNamedAfterTheTimeoutAndLearnsItWhenItContinues() throws Exception {
        var timeout = Duration.ofSeconds(2);
        try (var hung = RankProcess.start(1, 3, port, timeout);
                var ranks = Ranks.of(List.of(open(0, timeout), open(2, timeout)))) {
            assertThat(hung.line()).isEqualTo("there");
            hung.signal("STOP");
            long start = System.nanoTime();
            ranks.all().getFirst().broadcast(new byte[64 << 20]); // more than the buffers of a socket hold

            assertThatThrownBy(() -> ranks.all().getFirst().gather(new byte[0]))
                    .hasMessageMatching(
                            "rank 1 on \\S+ \\(process %d\\) has been silent for 2 s; it hangs, or the network to its host is interrupted"
                                    .formatted(hung.id()));
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(4));
            var failure = failure(ranks.all().getFirst(), Duration.ZERO);
            assertThat(failure.kind()).isEqualTo(RankFailure.Kind.HUNG);
            assertThat(failure(ranks.all().getLast(), TWO_SECONDS)).isEqualTo(failure);
            hung.signal("CONT");
            assertThat(hung.line()).isEqualTo(failure.sentence());
        }
    }

    @Test
    void aRankZeroThatHangsIsNamedByAllOthers() throws Exception {
        var timeout = Duration.ofSeconds(2);
        try (var hung = RankProcess.start(0, 3, port, timeout);
                var ranks = Ranks.of(List.of(open(1, timeout), open(2, timeout)))) {
            assertThat(hung.line()).isEqualTo("there");
            hung.signal("STOP");

            for (Coordination rank : ranks.all()) {
                var failure = failure(rank, Duration.ofSeconds(4));
                assertThat(failure.kind()).isEqualTo(RankFailure.Kind.HUNG);
                assertThat(failure.processId()).isEqualTo(hung.id());
            }
            hung.signal("CONT");
            assertThat(hung.line())
                    .isEqualTo(failure(ranks.all().getFirst(), Duration.ZERO).sentence());
        }
    }

    @Test
    void ranksThatAreQuietForLongerThanTheTimeoutAreAliveByTheirHeartbeats() throws Exception {
        var timeout = Duration.ofMillis(1500);
        try (var other = RankProcess.start(1, 3, port, timeout);
                var ranks = Ranks.of(List.of(open(0, timeout), open(2, timeout)))) {
            assertThat(other.line()).isEqualTo("there");
            assertThat(ranks.all().getFirst().awaitFailure(TWO_SECONDS)).isEmpty();
            other.endInput();
            assertThat(other.line()).isEqualTo("left");
            assertThat(ranks.all()).allMatch(rank -> rank.failure().isEmpty());
        }
    }
}
