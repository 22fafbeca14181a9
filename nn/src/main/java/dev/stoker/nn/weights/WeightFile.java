package dev.stoker.nn.weights;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Tensor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A file of named tensors that nobody vouches for: what it claims is checked before it is used. */
public sealed interface WeightFile extends AutoCloseable permits SafetensorsFile, TorchFile {

    /** What the file says of one tensor. */
    record Stored(DataType type, List<Long> sizes) {
        public Stored {
            sizes = List.copyOf(sizes);
        }

        @Override
        public String toString() {
            return type + " " + sizes;
        }
    }

    /** Opens a safetensors file or one of PyTorch's {@code torch.save}; its first bytes decide, not its name. */
    static WeightFile open(Path path) {
        return FileBytes.open(
                path, bytes -> TorchFile.isTorchFile(bytes) ? TorchFile.read(bytes) : SafetensorsFile.read(bytes));
    }

    Path path();

    /** All tensors by name, in the order of the file. */
    Map<String, Stored> tensors();

    /** Copies one tensor into a target of the same sizes, whose type and device it takes on. */
    void copy(String name, Tensor target);

    @Override
    void close();
}
