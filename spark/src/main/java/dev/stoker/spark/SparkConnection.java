package dev.stoker.spark;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.cluster.ClusterSettings;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Connects to a master, which has a time to answer. */
final class SparkConnection {
    private static final String LOOPBACK = "127.0.0.1";

    /** A local master is started here: where that takes long, the host is busy, and nobody is silent. */
    private static final Duration LOCAL_TIMEOUT = Duration.ofMinutes(2);

    private SparkConnection() {}

    static JavaSparkContext open(ClusterSettings settings) {
        // Spark looks for classes where the thread says, and its threads inherit that.
        Thread.currentThread().setContextClassLoader(SparkConnection.class.getClassLoader());
        var master = new MasterAddress(settings.master());
        master.requireReachable(settings.timeout());
        var configuration = configuration(master, settings);
        var context = new FutureTask<>(() -> new JavaSparkContext(configuration));
        var thread = new Thread(context, "connection to Spark");
        thread.setDaemon(true);
        thread.start();
        return await(context, settings, master.isLocal() ? LOCAL_TIMEOUT : settings.timeout());
    }

    private static JavaSparkContext await(
            FutureTask<JavaSparkContext> context, ClusterSettings settings, Duration timeout) {
        try {
            return context.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException silent) {
            throw new StokerException(
                    "the Spark master at %s did not answer within %d s; check that it is one, and of the same version as Spark here (%s)"
                            .formatted(settings.master(), timeout.toSeconds(), SparkFailure.version()),
                    silent);
        } catch (ExecutionException failure) {
            throw SparkFailure.connecting(settings.master(), failure);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while connecting to Spark", interruption);
        }
    }

    static SparkConf configuration(MasterAddress master, ClusterSettings settings) {
        var configuration = new SparkConf()
                .setMaster(master.text())
                .setAppName("stoker")
                .set("spark.ui.enabled", "false")
                .set("spark.ui.showConsoleProgress", "false");
        limitWaiting(configuration, settings.timeout());
        shipClasses(configuration);
        if (master.isLocal()) {
            configuration.set("spark.driver.host", LOOPBACK).set("spark.driver.bindAddress", LOOPBACK);
        }
        settings.options().forEach(configuration::set);
        return configuration;
    }

    /** By default Spark looks for ten minutes whether there are slots for all ranks. */
    private static void limitWaiting(SparkConf configuration, Duration timeout) {
        configuration
                .set("spark.scheduler.barrier.maxConcurrentTasksCheck.interval", "1s")
                .set(
                        "spark.scheduler.barrier.maxConcurrentTasksCheck.maxFailures",
                        Long.toString(Math.max(1, timeout.toSeconds())));
    }

    /** The jar of this module goes to the executors; classes in a folder are for those of this host. */
    private static void shipClasses(SparkConf configuration) {
        try {
            Path classes = Path.of(SparkConnection.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            configuration.set(
                    Files.isDirectory(classes) ? "spark.executor.extraClassPath" : "spark.jars", classes.toString());
        } catch (URISyntaxException wrong) {
            throw new IllegalStateException(wrong);
        }
    }
}
