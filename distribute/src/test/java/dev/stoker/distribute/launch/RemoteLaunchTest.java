package dev.stoker.distribute.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other hosts behind a script in place of ssh, which reads the same command line and runs it here. */
class RemoteLaunchTest {
    @TempDir
    private Path folder;

    private LaunchTests launch;
    private Path ssh;

    @BeforeEach
    void begin() {
        launch = new LaunchTests(folder);
        ssh = launch.executable("ssh", """
            while [ "${1#-}" != "$1" ]; do case $1 in -o|-p) shift 2;; *) shift;; esac; done
            host=$1; shift
            if [ -e '%1$s'/down-$host ]; then
              echo "ssh: connect to host $host port 22: Connection refused" >&2; exit 255
            fi
            ON=$host exec sh -c "$*"
            """.formatted(folder));
    }

    private LaunchSettings on(String hosts) {
        return LaunchSettings.of(Hosts.parse(hosts))
                .withGrace(LaunchTests.GRACE)
                .withSsh(List.of(ssh.toString(), "-p", "2222"));
    }

    private RankProgram withVariable(RankProgram program) {
        return new RankProgram(
                program.local(), program.remote(), Map.of("NCCL_DEBUG", "it's $HOME"), program.arguments());
    }

    @Test
    void ranksOfOtherHostsHaveVariablesFolderAndArguments() {
        var program = withVariable(launch.program(
                "echo \"${ON:-here} $RANK $LOCAL_RANK $WORLD_SIZE $LOCAL_WORLD_SIZE $NCCL_DEBUG $PWD $*\" >"
                        + " \"$DIR/rank$RANK\"",
                "train",
                "it's"));

        assertThat(launch.run(on("localhost:1,far.invalid:2"), program))
                .as(launch.errors().toString())
                .isZero();
        String here = Path.of("").toAbsolutePath().toString();
        assertThat(launch.lines("rank0")).containsExactly("here 0 0 3 1  %s train it's".formatted(here));
        assertThat(launch.lines("rank2"))
                .containsExactly("far.invalid 2 1 3 2 it's $HOME %s train it's".formatted(here));
    }

    @Test
    void aHostThatCannotBeReachedIsOneSentenceAndNothingStarts() {
        launch.executable("down-b.invalid", "");
        var program = launch.program("touch \"$DIR/started\"");

        assertThatThrownBy(() -> launch.run(on("localhost:1,a.invalid:1,b.invalid:1"), program))
                .isInstanceOf(StokerException.class)
                .hasMessage("host b.invalid cannot be reached by %s (ssh: connect to host b.invalid port 22: Connection"
                                .formatted(ssh)
                        + " refused); `%s -p 2222 b.invalid true` must work without a password".formatted(ssh));
        assertThat(launch.exists("started")).isFalse();
    }

    @Test
    void aHostWithoutStokerIsOneSentence() {
        var program = new RankProgram(List.of("true"), List.of("/no/such/stoker"), Map.of(), List.of());

        assertThatThrownBy(() -> launch.run(on("localhost:1,a.invalid:1"), program))
                .hasMessage("host a.invalid has no /no/such/stoker; install Stoker there at the same path, or give its"
                        + " path with --remote-stoker");
    }

    @Test
    void aStopReachesRanksOfOtherHostsAsALine() {
        int code = launch.run(
                on("localhost:1,a.invalid:1"),
                launch.program("""
                    trap 'exit 143' TERM
                    touch "$DIR/ready$RANK"
                    if [ -n "$ON" ]; then read line; echo "$line" > "$DIR/line"; exit 143; fi
                    while :; do sleep 0.02; done\
                    """),
                () -> launch.exists("ready0") && launch.exists("ready1"));

        assertThat(code).isEqualTo(143);
        assertThat(launch.lines("line")).containsExactly("stop");
    }

    @Test
    void aHostThatIsLostIsLeftOutOfARestartWhereFewerRanksAreEnough() {
        var program = launch.program("""
            echo $WORLD_SIZE >> "$DIR/worlds$RANK"
            if [ "$ON" = b.invalid ]; then touch "$DIR/down-b.invalid"; exit 255; fi
            [ $WORLD_SIZE = 2 ] || exec sleep 600\
            """);

        assertThat(launch.run(on("localhost:1,a.invalid:1,b.invalid:2").withRestarts(1, 2), program))
                .isZero();
        assertThat(launch.lines("worlds0")).containsExactly("4", "2");
        assertThat(launch.messages()).hasSize(3);
        // The second rank there may have been refused already, when the first had taken the host down.
        assertThat(launch.messages().getFirst())
                .matches("rank [23] on b.invalid lost its connection \\(ssh ended with exit code 255\\)"
                        + "(: ssh: connect to host b.invalid port 22: Connection refused)?");
        assertThat(launch.messages().get(1)).startsWith("host b.invalid cannot be reached by ");
        assertThat(launch.messages().getLast()).isEqualTo("restart 1 of 1 with 2 ranks, from the beginning");
    }

    @Test
    void withTooFewRanksLeftALostHostEndsTheLaunch() {
        var program = launch.program(
                "[ \"$ON\" = b.invalid ] && { touch \"$DIR/down-b.invalid\"; exit 255; }; exec sleep 600");

        assertThatThrownBy(() -> launch.run(on("localhost:1,b.invalid:1").withRestarts(1, 2), program))
                .hasMessageStartingWith("host b.invalid cannot be reached");
    }
}
