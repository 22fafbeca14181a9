package dev.stoker.distribute.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real ssh to a real server on this machine, with keys of their own. */
class SshdLaunchTest {
    private static final Path SERVER = Path.of("/usr/sbin/sshd");

    @TempDir
    private Path folder;

    private LaunchTests launch;
    private Process server;
    private Path configuration;

    @BeforeEach
    void serve() throws Exception {
        assumeTrue(Files.isExecutable(SERVER), "there is no " + SERVER);
        launch = new LaunchTests(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        key("host");
        key("user");
        Files.copy(folder.resolve("user.pub"), folder.resolve("authorized"));
        int port = FreePort.find();
        Path settings = Files.writeString(folder.resolve("sshd_config"), """
            ListenAddress 127.0.0.1
            Port %1$d
            HostKey %2$s/host
            AuthorizedKeysFile %2$s/authorized
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            UsePAM no
            StrictModes no
            PidFile none
            """.formatted(port, folder));
        configuration = Files.writeString(folder.resolve("ssh_config"), """
            Host far.invalid stranger.invalid
              HostName 127.0.0.1
              Port %1$d
              StrictHostKeyChecking no
              UserKnownHostsFile /dev/null
              LogLevel ERROR
            Host far.invalid
              IdentityFile %2$s/user
              IdentitiesOnly yes
            Host stranger.invalid
              IdentityFile %2$s/host
              IdentitiesOnly yes
            """.formatted(port, folder));
        server = new ProcessBuilder(SERVER.toString(), "-D", "-e", "-f", settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
        awaitPort(port);
    }

    private void key(String name) throws Exception {
        var made = new ProcessBuilder(
                "ssh-keygen",
                "-q",
                "-t",
                "ed25519",
                "-N",
                "",
                "-f",
                folder.resolve(name).toString());
        assertThat(made.start().waitFor()).isZero();
    }

    private void awaitPort(int port) throws Exception {
        while (true) {
            try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException _) {
                assumeTrue(server.isAlive(), "sshd does not run here: " + Files.readString(folder.resolve("sshd.log")));
                Thread.sleep(20);
            }
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        if (server != null) {
            server.descendants().forEach(ProcessHandle::destroyForcibly);
            server.destroyForcibly().waitFor();
        }
    }

    private LaunchSettings on(String hosts) {
        return LaunchSettings.of(Hosts.parse(hosts))
                .withGrace(LaunchTests.GRACE)
                .withSsh(List.of("ssh", "-F", configuration.toString()));
    }

    @Test
    void ranksOverThereRunWithTheirVariablesAndTheirExitCodeComesBack() {
        var program = launch.program("""
            echo "$RANK $WORLD_SIZE $MASTER_ADDR $NCCL_DEBUG ${SSH_CONNECTION:+ssh} $*" > "$DIR/rank$RANK"
            [ $RANK = 0 ] && exit 0
            echo "it's me" >&2
            exit 7\
            """, "train", "two words");

        assertThat(launch.run(
                        on("localhost:1,far.invalid:1"),
                        new RankProgram(
                                program.local(),
                                program.remote(),
                                Map.of("NCCL_DEBUG", "it's $HOME"),
                                program.arguments())))
                .as(launch.errors() + launch.messages().toString())
                .isEqualTo(7);
        assertThat(launch.lines("rank0").getFirst()).startsWith("0 2 ").endsWith("  train two words");
        assertThat(launch.lines("rank1").getFirst()).startsWith("1 2 ").endsWith(" it's $HOME ssh train two words");
        assertThat(launch.errors()).containsExactly("[rank 1] it's me");
        assertThat(launch.messages()).containsExactly("rank 1 on far.invalid ended with exit code 7: it's me");
    }

    @Test
    void aRankOverThereStopsWithALineAndSeesTheEndOfItsInput() throws Exception {
        var program = launch.program("""
            if [ $RANK = 0 ]; then
              while [ ! -e "$DIR/ready" ]; do sleep 0.02; done
              exit 5
            fi
            echo $$ > "$DIR/pid"; touch "$DIR/ready"
            read line; echo "$line" > "$DIR/line"
            read line || echo end >> "$DIR/line"
            """);

        assertThat(launch.run(on("localhost:1,far.invalid:1"), program)).isEqualTo(5);
        var left = ProcessHandle.of(Long.parseLong(launch.lines("pid").getFirst()));
        while (left.filter(ProcessHandle::isAlive).isPresent()) {
            Thread.sleep(20);
        }
        assertThat(launch.lines("line")).containsExactly("stop", "end");
    }

    @Test
    void aHostThatWantsAPasswordIsOneSentence() {
        assertThatThrownBy(() -> launch.run(on("localhost:1,stranger.invalid:1"), launch.program("true")))
                .hasMessageStartingWith("host stranger.invalid cannot be reached by ssh (")
                .hasMessageContaining("Permission denied (publickey)")
                .hasMessageEndingWith("true` must work without a password");
    }
}
