package dev.stoker.nn.weights;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Tensor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An untrusted file of named tensors: everything it claims is checked before it is used. */
public sealed interface WeightFile extends AutoCloseable permits SafetensorsFile, TorchFile {

    /** The type and sizes of one tensor. */
    record TensorInfo(DataType type, List<Long> sizes) {
        public TensorInfo {
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
    Map<String, TensorInfo> tensors();

    /** Copies one tensor into a target of the same sizes, converted to its type and device. */
    void copy(String name, Tensor target);

    @Override
    void close();
}
