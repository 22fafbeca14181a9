package dev.stoker.spark;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The address of a Spark master, as Spark writes it. */
record MasterAddress(String text) {
    private static final String STANDALONE = "spark://";
    private static final int DEFAULT_PORT = 7077;

    /** Whether all processes are on this host. */
    boolean isLocal() {
        return text.equals("local") || text.startsWith("local[") || text.startsWith("local-cluster[");
    }

    /** Spark itself tries for minutes to reach a master that is not there. */
    void requireReachable(Duration timeout) {
        if (!text.startsWith(STANDALONE)) {
            return;
        }
        var problems = new ArrayList<String>();
        var masters = List.of(text.substring(STANDALONE.length()).split(",", -1));
        for (String master : masters) {
            problem(master, timeout.dividedBy(masters.size())).ifPresent(problems::add);
        }
        if (problems.size() == masters.size()) {
            throw new StokerException("no Spark master answers at %s (%s); check that it runs, its host and its port"
                    .formatted(text, String.join("; ", problems)));
        }
    }

    private static Optional<String> problem(String master, Duration timeout) {
        int colon = master.lastIndexOf(':');
        String host = colon < 0 ? master : master.substring(0, colon);
        try (var socket = new Socket()) {
            int port = colon < 0 ? DEFAULT_PORT : Integer.parseInt(master.substring(colon + 1));
            socket.connect(new InetSocketAddress(host, port), Math.toIntExact(timeout.toMillis()));
            return Optional.empty();
        } catch (UnknownHostException unknown) {
            return Optional.of("the host %s is not known".formatted(host));
        } catch (IOException failure) {
            return Optional.of(AtomicFile.reason(failure));
        } catch (IllegalArgumentException wrong) {
            throw new StokerException(
                    "a Spark master is written as spark://host:port, got 'spark://%s'".formatted(master), wrong);
        }
    }
}
