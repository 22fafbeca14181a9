package dev.stoker.serve.internal.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What happens to clients that connect just before a server ends. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has filters of sockets")
class AcceptQueueTest {
    private static final int SOON_MILLIS = 300;

    @Test
    void whoeverIsInTheQueueIsTakenAndNobodyJoinsIt() throws IOException {
        try (var listening = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
                var early = new Socket(listening.getInetAddress(), listening.getLocalPort());
                var late = new Socket()) {
            var queue = new AcceptQueue(listening.getLocalPort());
            assertThat(queue.isEmpty()).isFalse();

            assertThat(queue.refuseNew()).isTrue();
            assertThatThrownBy(() -> late.connect(listening.getLocalSocketAddress(), SOON_MILLIS))
                    .isInstanceOf(SocketTimeoutException.class);

            early.getOutputStream().write(7);
            try (var taken = listening.accept()) {
                assertThat(taken.getInputStream().read()).isEqualTo(7);
                early.getOutputStream().write(8);
                assertThat(taken.getInputStream().read()).isEqualTo(8);
            }
            assertThat(queue.isEmpty()).isTrue();
        }
    }

    @Test
    void aPortThatNobodyListensOnHasNoQueue() throws IOException {
        int port;
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        assertThat(new AcceptQueue(port).refuseNew()).isFalse();
        assertThat(new AcceptQueue(port).isEmpty()).isTrue();
    }
}
