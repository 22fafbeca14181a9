package dev.stoker.distribute.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostsTest {
    @Test
    void ranksAreNumberedHostByHost() {
        var hosts = Hosts.parse("a:2,b,me@c:2,[fe80::1]:3");

        assertThat(hosts.all())
                .containsExactly(new Host("a", 2), new Host("b", 1), new Host("me@c", 2), new Host("fe80::1", 3));
        assertThat(hosts.size()).isEqualTo(8);
        assertThat(hosts.ranks().stream().map(Rank::number)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(hosts.ranks().stream().map(Rank::localNumber)).containsExactly(0, 1, 0, 0, 1, 0, 1, 2);
        assertThat(hosts.ranks().get(4)).hasToString("rank 4 on me@c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a:4,", "a b", "a:x", "a:4:4", "-oProxyCommand=x", "a:99999"})
    void whatIsNoListOfHostsIsNamed(String text) {
        assertThatThrownBy(() -> Hosts.parse(text))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("such as a:4,b:4; got '");
    }

    @Test
    void aHostHasRanksAndIsListedOnce() {
        assertThatThrownBy(() -> Hosts.parse("a:0")).hasMessage("host a must have at least 1 rank, got 0");
        assertThatThrownBy(() -> Hosts.parse("a:1,b:1,a:2"))
                .hasMessage("a host is listed twice in a,b,a; give each once, with all of its ranks");
    }

    @Test
    void hostsFillUpInOrder() {
        var hosts = Hosts.parse("a:2,b:2,c:2");

        assertThat(hosts.limitedTo(3)).isEqualTo(Hosts.parse("a:2,b:1"));
        assertThat(hosts.limitedTo(6)).isEqualTo(hosts);
        assertThatThrownBy(() -> hosts.limitedTo(7))
                .hasMessage("7 ranks do not fit the hosts, which have room for 6; raise their numbers");
    }

    @Test
    void aHostWithoutRanksIsGone() {
        var hosts = Hosts.parse("a:2,b:1");

        assertThat(hosts.withOneLess(hosts.all().getFirst())).isEqualTo(Hosts.parse("a:1,b:1"));
        assertThat(hosts.withOneLess(hosts.all().getLast())).isEqualTo(Hosts.parse("a:2"));
    }

    @Test
    void ranksFindTheFirstUnderANameThatMeansItEverywhere() {
        assertThat(Hosts.local(4).masterAddress()).isEqualTo("127.0.0.1");
        assertThat(Hosts.parse("far.invalid:1,b.invalid:1").masterAddress()).isEqualTo("far.invalid");
        assertThat(Hosts.parse("me@far.invalid:1").masterAddress()).isEqualTo("far.invalid");
        assertThat(Hosts.parse("localhost:1,far.invalid:1").masterAddress()).isEqualTo(LocalHost.ownName());
    }

    @Test
    void thisMachineIsKnownByItsNamesAndAddresses() {
        assertThat(List.of("localhost", "127.0.0.1", "127.0.0.2", LocalHost.ownName()))
                .allMatch(LocalHost::is);
        assertThat(LocalHost.is("far.invalid")).isFalse();
        assertThat(LocalHost.is("192.0.2.1")).isFalse();
    }
}
