package dev.stoker.spark.executor;

import java.io.IOException;
import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/**
 * Runs the command of a partition. What the user must fix is the result, since Spark would only repeat it; whatever else ends a
 * process fails the task, which Spark then starts again, perhaps on another host.
 */
public final class CommandTask extends AbstractFunction1<Iterator<ProcessCommand>, String> implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final long POLL_MILLIS = 50;
    private static final int USER = 2;

    /** Returns what the user must fix; empty where all is well. */
    @Override
    public String apply(Iterator<ProcessCommand> commands) {
        try {
            return run(commands.next());
        } catch (IOException failure) {
            return "stoker cannot be started on an executor (%s)".formatted(failure.getMessage());
        } catch (InterruptedException killed) {
            Thread.currentThread().interrupt();
            throw new TaskKilledException("interrupted");
        }
    }

    private static String run(ProcessCommand command) throws IOException, InterruptedException {
        String problem = TaskProcess.problem(command, ExecutorHost.name());
        if (!problem.isEmpty()) {
            return problem;
        }
        var said = new LastLine();
        try (var process = TaskProcess.start(command, Map.of(), Optional.empty(), said)) {
            while (!process.hasEnded(POLL_MILLIS)) {
                TaskContext.get().killTaskIfInterrupted();
            }
            int code = process.exitCode();
            if (code == USER) {
                return said.sentence();
            }
            if (code != 0) {
                throw new IllegalStateException("stoker ended with exit code %d: %s".formatted(code, said.sentence()));
            }
            return "";
        }
    }
}
