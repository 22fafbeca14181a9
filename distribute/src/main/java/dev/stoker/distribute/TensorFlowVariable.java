package dev.stoker.distribute;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.log.JsonReader;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** TF_CONFIG, the JSON by which TensorFlow's launchers and TFJobs of Kubeflow describe a cluster. */
final class TensorFlowVariable implements RankVariables {
    private static final String NAME = "TF_CONFIG";

    @Override
    public Optional<RankSettings> read(EnvironmentVariables environment) {
        return environment.text(NAME).map(TensorFlowVariable::object).flatMap(TensorFlowVariable::settings);
    }

    private static Map<String, @Nullable Object> object(String text) {
        try {
            return JsonReader.read(text);
        } catch (IllegalArgumentException failure) {
            throw new StokerException("the environment variable TF_CONFIG cannot be read: %s; it must be a JSON object"
                    .formatted(failure.getMessage()));
        }
    }

    /** A task without a cluster is not distributed. */
    private static Optional<RankSettings> settings(Map<String, @Nullable Object> fields) {
        return fields.get("cluster") instanceof Map<?, ?> cluster && !cluster.isEmpty()
                ? Optional.of(settings(TensorFlowCluster.of(cluster), fields.get("task")))
                : Optional.empty();
    }

    private static RankSettings settings(TensorFlowCluster cluster, @Nullable Object task) {
        if (task instanceof Map<?, ?> fields
                && fields.get("type") instanceof String type
                && fields.get("index") instanceof Long index) {
            return cluster.settings(type, index);
        }
        throw new StokerException(
                "the environment variable TF_CONFIG has a cluster but no task; add for example \"task\": {\"type\":"
                        + " \"worker\", \"index\": 0}");
    }
}
