package dev.stoker.spark.executor;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.TaskKilledException;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * The task of a rank, in a barrier stage: all of them run at the same time. It calls the driver, which tells it what to start
 * when all ranks are there, and how the task shall end when the process has ended.
 */
public final class RankTask extends AbstractFunction1<Iterator<Integer>, Iterator<Integer>> implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final String SEPARATOR = "\t";

    private final String driver;
    private final int port;
    private final String token;

    /**
     * @param driver the host of the driver, as executors reach it
     * @param token a secret that the driver knows a task by
     */
    public RankTask(String driver, int port, String token) {
        this.driver = driver;
        this.port = port;
        this.token = token;
    }

    @Override
    public Iterator<Integer> apply(Iterator<Integer> numbers) {
        var context = BarrierTaskContext.get();
        int rank = context.partitionId();
        try (var channel = new MessageChannel(new Socket(driver, port))) {
            channel.send(new Message(MessageKind.HELLO, greeting(rank, context.stageAttemptNumber())));
            if (!new RankSupervisor(channel, context, rank).supervise()) {
                throw new IllegalStateException("rank %d failed".formatted(rank));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("rank %d lost the driver".formatted(rank), failure);
        } catch (InterruptedException killed) {
            Thread.currentThread().interrupt();
            throw new TaskKilledException("interrupted");
        }
        return CollectionConverters.asScala(List.of(rank).iterator());
    }

    /** Who calls, and a port that is free on this host. */
    private String greeting(int rank, int attempt) throws IOException {
        try (var free = new ServerSocket(0)) {
            return String.join(
                    SEPARATOR,
                    token,
                    Integer.toString(attempt),
                    Integer.toString(rank),
                    ExecutorHost.name(),
                    Integer.toString(free.getLocalPort()));
        }
    }

    /** The parts of a greeting: token, attempt, rank, host, free port. */
    public static List<String> parts(String greeting) {
        return List.of(greeting.split(SEPARATOR, -1));
    }
}
