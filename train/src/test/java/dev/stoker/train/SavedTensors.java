package dev.stoker.train;

import dev.stoker.nn.weights.SafetensorsFile;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Reads the tensors of a safetensors file, by name in the order of the file. */
public final class SavedTensors {
    private SavedTensors() {}

    public static Map<String, float[]> floats(Path path) {
        return read(path, tensor -> tensor.toFloat().toHost().toArray(ValueLayout.JAVA_FLOAT));
    }

    /** A hash of the bytes of each, for comparing files bit by bit without their metadata. */
    public static Map<String, Integer> hashes(Path path) {
        return read(path, tensor -> Arrays.hashCode(tensor.toHost().toArray(ValueLayout.JAVA_BYTE)));
    }

    private static <T> Map<String, T> read(Path path, Function<Tensor, T> content) {
        var tensors = new LinkedHashMap<String, T>();
        try (var _ = TensorScope.open("reading");
                var file = SafetensorsFile.open(path)) {
            for (var name : file.names()) {
                var stored = Objects.requireNonNull(file.tensors().get(name));
                long[] sizes =
                        stored.sizes().stream().mapToLong(Long::longValue).toArray();
                var tensor = Tensor.zeros(stored.type(), Device.CPU, sizes);
                file.copy(name, tensor);
                tensors.put(name, content.apply(tensor));
            }
        }
        return tensors;
    }
}
