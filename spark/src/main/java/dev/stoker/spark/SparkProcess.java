package dev.stoker.spark;

import dev.stoker.distribute.cluster.ClusterProgram;
import dev.stoker.spark.executor.ProcessCommand;
import java.util.LinkedHashMap;
import java.util.Map;

/** A program as executors start it. */
final class SparkProcess {
    private SparkProcess() {}

    static ProcessCommand of(ClusterProgram program, Map<String, String> more, String marker) {
        var variables = new LinkedHashMap<>(program.variables());
        variables.putAll(more);
        return new ProcessCommand(
                program.command().toArray(String[]::new),
                variables.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .toArray(String[]::new),
                program.folder().toString(),
                marker);
    }
}
