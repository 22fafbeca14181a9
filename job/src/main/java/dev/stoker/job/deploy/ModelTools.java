package dev.stoker.job.deploy;

import dev.stoker.core.room.OptionalRoom;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Makes files of trained models that other programs run; an optional module has the implementation. */
public interface ModelTools {
    OptionalRoom<ModelTools> OPTIMIZE = new OptionalRoom<>("optimize", "ONNX Runtime", ModelTools.class);

    /** Writes an ONNX file of weights of a run. It appears only where ONNX Runtime gives the same logits as Stoker. */
    ExportReport export(Path weights, ExportSettings settings);

    /** Writes variants of a model as ONNX files and measures them; {@code progress} gets a line for each step. */
    OptimizeReport optimize(Path weights, OptimizeSettings settings, Consumer<String> progress);

    /** Loads an ONNX file that has a model card. */
    OnnxModel load(Path file, int threads);
}
