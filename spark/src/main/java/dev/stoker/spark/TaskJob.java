package dev.stoker.spark;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.cluster.ClusterProgram;
import dev.stoker.spark.executor.CommandTask;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.spark.FutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** Commands as the partitions of one stage. */
final class TaskJob {
    private static final long POLL_MILLIS = 50;

    private final JavaSparkContext context;
    private final List<ClusterProgram> programs;
    private final AtomicReference<String> problem = new AtomicReference<>("");

    TaskJob(JavaSparkContext context, List<ClusterProgram> programs) {
        this.context = context;
        this.programs = List.copyOf(programs);
    }

    /** Returns false where it was stopped. */
    boolean run(IntConsumer ended, BooleanSupplier stopRequested) {
        var job = submitted(ended);
        while (!job.isCompleted()) {
            if (stopRequested.getAsBoolean() || !problem.get().isEmpty()) {
                context.sc().cancelAllJobs();
                break;
            }
            pause();
        }
        if (!problem.get().isEmpty()) {
            throw new StokerException(problem.get());
        }
        if (stopRequested.getAsBoolean()) {
            return false;
        }
        var result = job.value().get();
        if (result.isFailure()) {
            var failure = result.failed().get();
            throw new StokerException("Spark gave up (%s)".formatted(SparkFailure.firstLine(failure)), failure);
        }
        return true;
    }

    private FutureAction<BoxedUnit> submitted(IntConsumer ended) {
        var commands = programs.stream()
                .map(program -> SparkProcess.of(program, Map.of(), ""))
                .toList();
        var partitions =
                IntStream.range(0, programs.size()).mapToObj(i -> (Object) i).toList();
        return context.sc()
                .submitJob(
                        context.parallelize(commands, commands.size()).rdd(),
                        new CommandTask(),
                        CollectionConverters.asScala(partitions).toSeq(),
                        new Ended(ended),
                        new Nothing());
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while Spark ran tasks", interruption);
        }
    }

    /** Called in the driver with the result of each partition. */
    private final class Ended extends AbstractFunction2<Object, String, BoxedUnit> {
        private final IntConsumer ended;

        Ended(IntConsumer ended) {
            this.ended = ended;
        }

        @Override
        public BoxedUnit apply(Object partition, String result) {
            if (result.isEmpty()) {
                ended.accept((Integer) partition);
            } else {
                problem.compareAndSet("", result);
            }
            return BoxedUnit.UNIT;
        }
    }

    private static final class Nothing extends AbstractFunction0<BoxedUnit> {
        @Override
        public BoxedUnit apply() {
            return BoxedUnit.UNIT;
        }
    }
}
