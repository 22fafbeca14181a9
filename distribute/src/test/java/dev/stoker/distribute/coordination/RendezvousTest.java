package dev.stoker.distribute.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.RankSettings;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class RendezvousTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final Duration SHORT = Duration.ofMillis(800);

    private int port;

    @BeforeEach
    void choosePort() throws IOException {
        port = Ranks.freePort();
    }

    private static String sentence(CompletableFuture<?> refused) {
        var thrown = catchThrowable(() -> Ranks.result(refused));
        assertThat(thrown).isInstanceOf(StokerException.class);
        return String.valueOf(thrown.getMessage());
    }

    private CompletableFuture<Coordination> open(int rank, int world, String version, Duration timeout) {
        var settings = Ranks.settings(rank, world, port).withTimeout(timeout);
        return Ranks.start(() -> Coordination.open(settings, version));
    }

    private CompletableFuture<Coordination> open(int rank, int world) {
        return open(rank, world, Ranks.VERSION, Ranks.TIMEOUT);
    }

    /** Connects as soon as rank 0 listens. */
    private Socket connect() throws Exception {
        while (true) {
            try {
                return new Socket(LOOPBACK, port);
            } catch (ConnectException _) {
                Thread.sleep(10);
            }
        }
    }

    private Socket send(byte[] bytes) throws Exception {
        var socket = connect();
        socket.getOutputStream().write(bytes);
        return socket;
    }

    private static Frame greet(Socket socket, int protocol, Frame hello) throws IOException {
        var output = new DataOutputStream(socket.getOutputStream());
        output.write("STOKRANK".getBytes(StandardCharsets.US_ASCII));
        output.writeInt(protocol);
        hello.writeTo(output);
        var input = new DataInputStream(socket.getInputStream());
        Preamble.readFrom(input);
        return Frame.readFrom(input, Frame.LONGEST_MESSAGE);
    }

    @Test
    void twoProcessesWithOneNumberAreNamedOnBothSides() {
        var master = open(0, 3);
        var one = open(1, 3);
        var other = open(1, 3);

        assertThat(sentence(master))
                .matches("rank 1 on \\S+ \\(process \\d+\\) and rank 1 on \\S+ \\(process \\d+\\) have the same number;"
                        + " set RANK to a number of its own for each process")
                .isEqualTo(sentence(one))
                .isEqualTo(sentence(other));
    }

    @Test
    void anotherVersionIsNamedOnAllSides() throws Exception {
        var master = open(0, 3);
        var fitting = open(1, 3);
        Thread.sleep(1000); // a rank that comes after the meeting has ended finds nobody who could tell it
        var other = open(2, 3, "0.2.0", Ranks.TIMEOUT);

        assertThat(sentence(master))
                .matches("rank 2 on \\S+ \\(process \\d+\\) runs Stoker 0.2.0, but rank 0 on \\S+ \\(process \\d+\\)"
                        + " runs 0.1.0; install the same version on all hosts")
                .isEqualTo(sentence(other))
                .isEqualTo(sentence(fitting));
    }

    @Test
    void anotherNumberOfRanksIsNamedOnBothSides() {
        var master = open(0, 2);
        var other = open(1, 4);

        assertThat(sentence(master))
                .matches("rank 1 on \\S+ \\(process \\d+\\) was started as one of 4 ranks, but rank 0 on \\S+"
                        + " \\(process \\d+\\) as one of 2; set WORLD_SIZE to the same number for all ranks")
                .isEqualTo(sentence(other));
    }

    @Test
    void aRankOutOfRangeIsNamedOnBothSides() throws Exception {
        var master = open(0, 2);
        var hello = new Greeting(Ranks.VERSION, 2, new MemberInfo(7, "elsewhere", 42)).frame(FrameKind.HELLO);
        try (var socket = connect()) {
            var answer = greet(socket, Preamble.PROTOCOL, hello);

            assertThat(answer.kind()).isEqualTo(FrameKind.REFUSED);
            assertThat(sentence(master))
                    .startsWith("rank 7 on elsewhere (process 42) is not one of the 2 ranks that rank 0 on ")
                    .endsWith(" waits for; set RANK to 0 to 1")
                    .isEqualTo(answer.text());
        }
    }

    @Test
    void aRankThatDiesBeforeAllAreThereEndsTheMeeting() throws Exception {
        var master = open(0, 3);
        var hello = new Greeting(Ranks.VERSION, 3, new MemberInfo(1, "elsewhere", 42)).frame(FrameKind.HELLO);
        try (var socket = connect()) {
            assertThat(greet(socket, Preamble.PROTOCOL, hello).kind()).isEqualTo(FrameKind.ACCEPTED);
        }
        assertThat(sentence(master)).startsWith("rank 1 on elsewhere (process 42) died: ");
    }

    @Test
    void anotherProtocolIsNamedOnBothSides() throws Exception {
        var master = open(0, 2);
        try (var socket = connect()) {
            var answer = greet(socket, 99, Frame.text(FrameKind.HELLO, "in a form of the future"));

            assertThat(answer.kind()).isEqualTo(FrameKind.REFUSED);
            assertThat(sentence(master))
                    .startsWith("a rank at 127.0.0.1 speaks protocol 99, but rank 0 on ")
                    .endsWith(" speaks 1; install the same version of Stoker on all hosts")
                    .isEqualTo(answer.text());
        }
    }

    @Test
    void ranksThatDoNotComeAreListedForThoseThatDid() {
        var master = open(0, 4, Ranks.VERSION, SHORT);
        var present = open(1, 4);

        assertThat(sentence(master))
                .isEqualTo(
                        "ranks 2 and 3 of 4 did not connect to 127.0.0.1:%d within 0.8 s; see whether they were started, whether their MASTER_ADDR and MASTER_PORT are the same, and whether a firewall is in between"
                                .formatted(port))
                .isEqualTo(sentence(present));
    }

    @Test
    void missingRanksAreListedShortly() {
        assertThat(MissingRanks.names(List.of(3))).isEqualTo("rank 3");
        assertThat(MissingRanks.names(List.of(1, 2, 4))).isEqualTo("ranks 1, 2 and 4");
        assertThat(MissingRanks.names(List.of(1, 4, 5, 6, 9, 10, 11, 12))).isEqualTo("ranks 1, 4 to 6 and 9 to 12");
    }

    @Test
    void aMasterThatNeverComesIsNamedWithAddressTimeAndRemedy() {
        assertThat(sentence(open(1, 2, Ranks.VERSION, SHORT)))
                .matches(
                        "rank 1 on \\S+ \\(process \\d+\\) cannot connect to rank 0 at 127.0.0.1:%d within 0.8 s \\(Connection refused\\); see whether rank 0 runs, whether MASTER_ADDR and MASTER_PORT are its own, and whether a firewall is in between"
                                .formatted(port));
    }

    @Test
    void aMasterThatComesLateIsWaitedFor() throws Exception {
        var member = open(1, 2);
        assertThat(member.isDone()).isFalse();
        var master = open(0, 2);
        try (var ranks = Ranks.of(List.of(master, member))) {
            assertThat(ranks.together(rank -> rank.broadcast(new byte[] {1}))).hasSize(2);
        }
    }

    @Test
    void anUnknownHostIsNamed() {
        var settings = new RankSettings(1, 2, 0, "no-such-host.invalid", port, SHORT);
        assertThatThrownBy(() -> Coordination.open(settings, Ranks.VERSION))
                .isInstanceOf(StokerException.class)
                .hasMessageMatching(
                        "rank 1 on \\S+ \\(process \\d+\\) cannot connect to rank 0: the host no-such-host.invalid is"
                            + " unknown here, after 0.8 s; set MASTER_ADDR to a name or an address of the host of rank"
                            + " 0 that this host can resolve");
    }

    @Test
    void aPortInUseIsNamed() throws Exception {
        try (var _ = new ServerSocket(port, 1, LOOPBACK)) {
            assertThat(sentence(open(0, 2)))
                    .isEqualTo(
                            "rank 0 cannot listen on port %d (Address already in use); set MASTER_PORT to a free port, the same for all ranks, or end the process that holds this one"
                                    .formatted(port));
        }
    }

    @Test
    void aPortThatIsNotSetIsNamed() {
        assertThatThrownBy(() -> Coordination.open(Ranks.settings(0, 2, 0), Ranks.VERSION))
                .hasMessage("the port of rank 0 is not known; set MASTER_PORT to the same port for all ranks");
    }

    @Test
    void aServiceThatIsNoStokerIsNamed() throws Exception {
        try (var server = new ServerSocket(port, 1, LOOPBACK)) {
            var web = Ranks.start(() -> {
                try (var socket = server.accept()) {
                    socket.getOutputStream()
                            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    return socket.getInputStream().readAllBytes().length;
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            });
            assertThat(sentence(open(1, 2)))
                    .isEqualTo(
                            "127.0.0.1:%d answers, but is not rank 0 of a Stoker; set MASTER_PORT to a port that is free on the host of rank 0"
                                    .formatted(port));
            assertThat(Ranks.result(web)).isPositive();
        }
    }

    @Test
    void aServiceThatNeverAnswersIsNamedAtTheTimeout() throws Exception {
        try (var _ = new ServerSocket(port, 1, LOOPBACK)) {
            assertThat(sentence(open(1, 2, Ranks.VERSION, SHORT)))
                    .contains(
                            " cannot connect to rank 0 at 127.0.0.1:%d within 0.8 s (Read timed out)".formatted(port));
        }
    }

    @Test
    void garbageOnThePortDisturbsNobody() throws Exception {
        var master = open(0, 3);
        var noise = new ArrayList<Socket>();
        try {
            noise.add(send("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            noise.add(send(new byte[] {0x16, 3, 1, 2, 0, 1, 0}));
            noise.add(send("STOKRA".getBytes(StandardCharsets.US_ASCII))); // and then nothing
            noise.add(send(new byte[0]));
            noise.add(send(hello(0x7fff_ffff)));
            noise.add(send(hello(-1)));
            noise.add(send(hello(0))); // an empty greeting
            connect().close();
            try (var ranks = Ranks.of(List.of(master, open(1, 3), open(2, 3)))) {
                noise.add(send("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
                noise.add(send(new byte[100_000]));

                assertThat(ranks.together(rank -> rank.gather(new byte[] {1})).getFirst())
                        .hasSize(3);
                assertThat(ranks.all()).allMatch(rank -> rank.failure().isEmpty());
                assertThat(noise.getFirst().getInputStream().read()).isEqualTo(-1); // without an answer
            }
        } finally {
            for (Socket socket : noise) {
                socket.close();
            }
        }
    }

    /** A greeting that claims to be so long, and ends there. */
    private static byte[] hello(int length) {
        return ByteBuffer.allocate(17)
                .put("STOKRANK".getBytes(StandardCharsets.US_ASCII))
                .putInt(1)
                .put((byte) FrameKind.HELLO.number())
                .putInt(length)
                .array();
    }

    @Test
    void aRankThatComesTwiceWhileTrainingRunsIsRefusedAndTrainingContinues() {
        try (var ranks = Ranks.of(List.of(open(0, 2), open(1, 2)))) {
            assertThat(sentence(open(1, 2))).contains(" have the same number; ");
            assertThat(ranks.together(rank -> rank.broadcast(new byte[] {1}))).hasSize(2);
            assertThat(ranks.all()).allMatch(rank -> rank.failure().isEmpty());
        }
    }

    @Test
    void rankZeroListensOnLoopbackAloneWhereItsAddressIsLoopback() throws Exception {
        var outside = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && address.getAddress().length == 4)
                .findFirst();
        assumeTrue(outside.isPresent(), "this machine has no address but loopback");
        try (var ranks = Ranks.of(List.of(open(0, 2), open(1, 2)));
                var socket = new Socket()) {
            assertThat(ranks.all()).hasSize(2);
            assertThatThrownBy(() -> socket.connect(new InetSocketAddress(outside.get(), port), 2_000))
                    .isInstanceOf(IOException.class);
        }
        var settings = new RankSettings(0, 2, 0, outside.get().getHostAddress(), port, Ranks.TIMEOUT);
        var member = new RankSettings(1, 2, 0, outside.get().getHostAddress(), port, Ranks.TIMEOUT);
        try (var ranks = Ranks.of(List.of(Ranks.open(settings), Ranks.open(member)))) {
            assertThat(ranks.all()).hasSize(2);
        }
    }
}
