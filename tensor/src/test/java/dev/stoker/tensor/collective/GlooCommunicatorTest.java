package dev.stoker.tensor.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class GlooCommunicatorTest {
    private static final String HOST = "127.0.0.1";
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private static Communicator alone(RendezvousStore store) {
        return Communicator.gloo(new Rendezvous(0, 1, HOST, store.port(), HOST, LONG));
    }

    @Test
    void aRankAloneIsAGroupAndAllOfItIsFreed() {
        long before = Pointer.totalCount();
        try (var store = RendezvousStore.open(LONG);
                var ranks = alone(store)) {
            new CollectiveChecks(ranks).all();
        }
        assertThat(Pointer.totalCount()).isEqualTo(before);
    }

    @Test
    void twoRanksExchangeValuesAndAHungOneIsNoticedAfterTheTimeout() throws IOException, InterruptedException {
        var timeout = Duration.ofSeconds(3);
        try (var group = RankProcesses.start(folder, 2, timeout)) {
            group.tell("check");
            assertThat(group.answers()).containsExactly("right", "right");

            signal(group.process(1), "STOP");
            RankProcesses.tell(group.process(0), "sum");
            assertThat(group.answer(0)).isEqualTo("begun");
            assertNoticed(
                    group.answer(0),
                    2900,
                    4900,
                    "the sum over 2 ranks was not completed: another rank did not answer within 3.0 s");
            signal(group.process(1), "CONT");
            group.end();
        }
    }

    private static void signal(Process process, String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    private static void assertNoticed(String answer, int atLeast, int atMost, String message) {
        var parts = answer.split(" ", 2);
        assertThat(parts[1]).startsWith(message).doesNotContain("\n", "pair.cc", "frame #");
        assertThat(Long.parseLong(parts[0])).as(answer).isBetween((long) atLeast, (long) atMost);
    }

    @Test
    void fourRanksExchangeValuesAndNoticeADeadOneAtOnce() throws IOException, InterruptedException {
        try (var group = RankProcesses.start(folder, 4, LONG)) {
            group.tell("check");
            assertThat(group.answers()).containsOnly("right");
            for (int rank = 0; rank < 3; rank++) {
                RankProcesses.tell(group.process(rank), "sum");
                assertThat(group.answer(rank)).isEqualTo("begun");
            }
            group.process(3).destroyForcibly().waitFor();
            for (int rank = 0; rank < 3; rank++) {
                assertNoticed(group.answer(rank), 0, 2000, "the sum over 4 ranks was not completed: ");
            }
        }
    }

    /** The ranks are threads of this process here, which connect at the same time. */
    @Test
    void aWaitingRankCanAbortAndRefusesEverythingAfterwards() throws Exception {
        try (var store = RendezvousStore.open(LONG);
                var threads = Executors.newFixedThreadPool(2)) {
            var first = threads.submit(() -> connect(store, 0));
            var second = threads.submit(() -> connect(store, 1));
            var ranks = first.get();
            var other = second.get();
            var maximum = ranks.startMaximum(1);
            var waiting = threads.submit(maximum::join);
            ranks.abort();
            assertThatThrownBy(() -> waiting.get(2, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(CommunicationException.class)
                    .hasRootCauseMessage("the maximum over 2 ranks was not completed: it was aborted on this rank");
            assertThatThrownBy(() -> ranks.startMaximum(1))
                    .hasMessage("this rank has aborted its communication with the others");
            ranks.close();
            other.close();
        }
    }

    private static Communicator connect(RendezvousStore store, int rank) {
        return Communicator.gloo(new Rendezvous(rank, 2, HOST, store.port(), HOST, LONG));
    }

    @Test
    void aMissingRankZeroIsNamedWithItsAddressAfterTheTimeout() throws IOException {
        int port = unusedPort();
        var missing = new Rendezvous(1, 2, HOST, port, HOST, Duration.ofSeconds(1));
        long before = Pointer.totalCount();
        long begun = System.nanoTime();
        assertThatThrownBy(() -> Communicator.gloo(missing))
                .isInstanceOf(CommunicationException.class)
                .hasMessageStartingWith("rank 1 found no store of rank 0 at %s:%d within 1.0 s".formatted(HOST, port))
                .message()
                .endsWith("firewall: Connection refused");
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .isBetween(Duration.ofMillis(900), Duration.ofMillis(1500));
        assertThat(Pointer.totalCount()).isEqualTo(before);
    }

    private static int unusedPort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void aMissingRankIsNoticedAfterTheTimeout() {
        var timeout = Duration.ofSeconds(1);
        try (var store = RendezvousStore.open(timeout)) {
            var lonely = new Rendezvous(0, 2, HOST, store.port(), HOST, timeout);
            assertThatThrownBy(() -> Communicator.gloo(lonely))
                    .isInstanceOf(CommunicationException.class)
                    .hasMessageStartingWith(
                            "rank 0 could not connect from 127.0.0.1 with the other ranks of 2 within 1.0 s");
        }
    }

    @Test
    void tensorsThatCannotBeExchangedAreRefused() {
        try (var _ = TensorScope.open("test");
                var store = RendezvousStore.open(LONG);
                var ranks = alone(store)) {
            var view = Tensor.zeros(DataType.FLOAT32, Device.CPU, 4, 4).narrow(1, 0, 2);
            assertThatThrownBy(() -> ranks.startSum(view)).hasMessageContaining("got a view: 4×2 FLOAT32");
            assertThatThrownBy(() -> ranks.sum(Tensor.zeros(DataType.BOOL, Device.CPU, 4)))
                    .hasMessage("tensors of BOOL cannot be exchanged");
            assertThatThrownBy(() -> ranks.broadcast(Tensor.zeros(DataType.FLOAT32, Device.CPU, 4), 1))
                    .hasMessage("root must be from 0 to 0, got 1");
        }
    }
}
