package dev.stoker.spark;

import dev.stoker.core.StokerException;

/** What Spark says of failures, in one sentence. */
final class SparkFailure {
    private static final String UNKNOWN_MASTER = "Could not parse Master URL";

    /** The number of the issue in which Spark's barrier stages were described, which their message has. */
    private static final String NO_SLOTS = "SPARK-24819";

    private SparkFailure() {}

    static String version() {
        return org.apache.spark.package$.MODULE$.SPARK_VERSION();
    }

    static StokerException connecting(String master, Throwable failure) {
        String said = firstLine(failure);
        return new StokerException(
                said.contains(UNKNOWN_MASTER)
                        ? "'%s' is no Spark master: write local[2], local-cluster[2,1,1024] or spark://host:7077"
                                .formatted(master)
                        : "cannot connect to the Spark master at %s (%s)".formatted(master, said),
                failure);
    }

    /** Whether the cluster is too small for all ranks at the same time. */
    static boolean isLackOfSlots(Throwable failure) {
        return causes(failure).contains(NO_SLOTS);
    }

    private static String causes(Throwable failure) {
        var text = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            text.append(each.getMessage()).append('\n');
        }
        return text.toString();
    }

    /** Of the innermost cause that has a message. */
    static String firstLine(Throwable failure) {
        String line = failure.getClass().getSimpleName();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each.getMessage() != null) {
                line = each.getMessage().strip().lines().findFirst().orElse(line);
            }
        }
        return line;
    }
}
