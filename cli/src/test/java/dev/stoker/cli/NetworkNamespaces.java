package dev.stoker.cli;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Network namespaces of Linux as hosts: each has one address, and all are connected by a bridge in a namespace of its own, so that
 * nothing reaches the network of this machine.
 */
final class NetworkNamespaces implements AutoCloseable {
    private final String prefix = "stk%d-".formatted(ProcessHandle.current().pid());
    private final int count;

    private NetworkNamespaces(int count) {
        this.count = count;
    }

    /** Skips the test, and says why, where they are forbidden; {@code rate} limits each link, as in 300mbit. */
    static NetworkNamespaces create(int count, String rate) {
        var namespaces = new NetworkNamespaces(count);
        try {
            namespaces.connect(rate);
            return namespaces;
        } catch (IOException failure) {
            namespaces.close();
            return abort("network namespaces cannot be used here: " + failure.getMessage());
        }
    }

    private String hub() {
        return prefix + "hub";
    }

    private String name(int host) {
        return prefix + host;
    }

    String address(int host) {
        return "10.213.7.%d".formatted(host + 1);
    }

    private void connect(String rate) throws IOException {
        run("ip netns add " + hub());
        run("ip -n %s link add br0 type bridge".formatted(hub()));
        run("ip -n %s link set br0 up".formatted(hub()));
        for (int host = 0; host < count; host++) {
            run("ip netns add " + name(host));
            run("ip -n %s link add port%d type veth peer name eth0 netns %s".formatted(hub(), host, name(host)));
            run("ip -n %s link set port%d master br0 up".formatted(hub(), host));
            run("ip -n %s addr add %s/24 dev eth0".formatted(name(host), address(host)));
            run("ip -n %s link set lo up".formatted(name(host)));
            run("ip -n %s link set eth0 up".formatted(name(host)));
            run("tc -n %s qdisc add dev eth0 root tbf rate %s burst 256kb latency 100ms".formatted(name(host), rate));
        }
    }

    /** The link of a host goes down. */
    void cut(int host) throws IOException {
        run("ip -n %s link set port%d down".formatted(hub(), host));
    }

    /** Before the words of a program that runs on a host. */
    List<String> on(int host) {
        return List.of("ip", "netns", "exec", name(host));
    }

    /** As the flag of a launcher, with a rank on each. */
    String hosts() {
        return IntStream.range(0, count).mapToObj(host -> address(host) + ":1").collect(Collectors.joining(","));
    }

    /** A program that runs a command on a host as ssh does, where the first host can reach it. */
    Path ssh(Path folder) throws IOException {
        var cases = IntStream.range(0, count)
                .mapToObj(host -> "%s) namespace=%s;;".formatted(address(host), name(host)))
                .collect(Collectors.joining("\n"));
        return script(folder.resolve("ssh"), """
            #!/bin/bash
            for argument in "$@"; do host=$command; command=$argument; done
            case $host in
            %s
            esac
            timeout 5 bash -c "exec 3<>/dev/tcp/$host/9" 2>&1 | grep -q refused || { echo "no route to $host" >&2; exit 255; }
            exec ip netns exec $namespace sh -c "$command"
            """.formatted(cases));
    }

    /** Stoker as a program by itself, with the classes of this test. */
    static Path stoker(Path folder) throws IOException {
        return script(folder.resolve("stoker"), """
            #!/bin/sh
            exec '%s' --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC -XX:TieredStopAtLevel=1 $STOKER_JAVA_OPTS \\
                -cp '%s' dev.stoker.cli.Main "$@"
            """.formatted(
                        Path.of(System.getProperty("java.home", ""), "bin", "java"),
                        System.getProperty("java.class.path", "")));
    }

    private static Path script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private static void run(String line) throws IOException {
        var process = new ProcessBuilder(List.of(line.split(" ", -1)))
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("`%s` says: %s".formatted(line, said));
            }
        } catch (InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    @Override
    public void close() {
        var names = new ArrayList<>(List.of(hub()));
        IntStream.range(0, count).mapToObj(this::name).forEach(names::add);
        for (var each : names) {
            try {
                run("ip netns del " + each);
            } catch (IOException _) {
                // It was not created.
            }
        }
    }
}
