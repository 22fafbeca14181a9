package dev.stoker.spark;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.cluster.ClusterSettings;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Ranks as a barrier stage, which Spark starts only when there is a slot for each of them. Measured: where an executor dies,
 * Spark gives up a barrier stage that has results, and starts one again whose output is shuffled; so there is a shuffle after it.
 */
final class RankJob {
    private static final long POLL_MILLIS = 50;
    private static final int LOST = 2;

    /** How long ranks may take to end by themselves after a failure, and again after they were asked to. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final ClassTag<Integer> NUMBERS = ClassTag$.MODULE$.apply(Integer.class);

    private final JavaSparkContext context;
    private final ClusterSettings settings;
    private final RankServer server;
    private final int ranks;

    RankJob(JavaSparkContext context, ClusterSettings settings, RankServer server, int ranks) {
        this.context = context;
        this.settings = settings;
        this.server = server;
        this.ranks = ranks;
    }

    int run(BooleanSupplier stopRequested) {
        var job = new FutureTask<>(this::runStage);
        var thread = new Thread(job, "ranks on Spark");
        thread.setDaemon(true);
        thread.start();
        while (!hasEnded(job)) {
            if (stopRequested.getAsBoolean() && !server.stop()) {
                context.sc().cancelAllJobs();
                return LOST;
            }
            endOthers();
            if (server.waitedFor().compareTo(settings.timeout()) > 0) {
                context.sc().cancelAllJobs();
                throw lackOfSlots();
            }
        }
        return exitCode(job);
    }

    /** After a failure for good, of which Spark is not told. */
    private void endOthers() {
        var elapsed = server.failedFor();
        if (elapsed.compareTo(GRACE) > 0) {
            server.stop();
        }
        if (elapsed.compareTo(GRACE.multipliedBy(3)) > 0) {
            context.sc().cancelAllJobs();
        }
    }

    private long runStage() {
        var numbers = IntStream.range(0, ranks).boxed().toList();
        var stage = context.parallelize(numbers, ranks).rdd().barrier().mapPartitions(server.task(), false, NUMBERS);
        return JavaRDD.fromRDD(stage, NUMBERS).coalesce(1, true).count();
    }

    private static boolean hasEnded(FutureTask<Long> job) {
        try {
            job.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException running) {
            return false;
        } catch (ExecutionException failed) {
            return true;
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while ranks ran on Spark", interruption);
        }
    }

    private int exitCode(FutureTask<Long> job) {
        try {
            job.get();
            return server.exitCode().orElse(0);
        } catch (ExecutionException failure) {
            if (SparkFailure.isLackOfSlots(failure)) {
                throw lackOfSlots();
            }
            if (server.exitCode().isPresent()) {
                return server.exitCode().getAsInt();
            }
            throw new StokerException("Spark ended the ranks (%s)".formatted(SparkFailure.firstLine(failure)), failure);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while ranks ran on Spark", interruption);
        }
    }

    private StokerException lackOfSlots() {
        return new StokerException(
                "%d ranks need %d free slots of Spark at the same time, which %s did not have within %d s; start more workers, or fewer ranks with -n"
                        .formatted(
                                ranks,
                                ranks,
                                settings.master(),
                                settings.timeout().toSeconds()));
    }
}
