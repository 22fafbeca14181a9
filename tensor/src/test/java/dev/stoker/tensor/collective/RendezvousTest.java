package dev.stoker.tensor.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RendezvousTest {
    private static Rendezvous of(int rank, int world, String address, int port, Duration timeout) {
        return new Rendezvous(rank, world, address, port, address, timeout);
    }

    @Test
    void impossibleValuesAreRefused() {
        var second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> of(2, 2, "host", 1, second)).hasMessage("rank must be from 0 to 1, got 2");
        assertThatThrownBy(() -> of(0, 0, "host", 1, second)).hasMessage("world must be at least 1, got 0");
        assertThatThrownBy(() -> of(0, 1, "host", 0, second)).hasMessageContaining("got 0");
        assertThatThrownBy(() -> of(0, 1, "host", 65_536, second)).hasMessageContaining("got 65536");
        assertThatThrownBy(() -> of(0, 1, " ", 1, second)).hasMessageContaining("must not be blank");
        assertThatThrownBy(() -> of(0, 1, "host", 1, Duration.ZERO)).hasMessageContaining("got PT0S");
    }

    @Test
    void ofALongTextTheFirstSentenceIsTheReason() {
        assertThat(CommunicationException.reason("""
            [/build/gloo/transport/tcp/pair.cc:534] Connection closed by peer [10.0.0.1]:4711.
            Exception raised from doWait at TCPStore.cpp:603
            frame #0: c10::Error
            """)).isEqualTo("Connection closed by peer [10.0.0.1]:4711");
        assertThat(CommunicationException.reason("\n  \n")).isEqualTo("no reason was given");
    }
}
