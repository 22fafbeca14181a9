package dev.stoker.job.deploy;

import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Which variants of a model are made, and what they may cost.
 *
 * @param folder where files are written
 * @param fold batch norms into the layers before them
 * @param fp16 weights as 16-bit floats
 * @param quantize variants in 8-bit integers
 * @param prune a variant with fewer weights
 * @param fineTune the training of pruned weights
 * @param maxDrop points of accuracy that a variant may lose; its most sensitive layers stay in floats until it does not lose more
 * @param data that of the run where it is absent
 * @param threads of ONNX Runtime
 */
public record OptimizeSettings(
        Path folder,
        boolean fold,
        boolean fp16,
        QuantizeSettings quantize,
        Optional<PruneSettings> prune,
        FineTuneSettings fineTune,
        double maxDrop,
        Optional<String> data,
        int threads) {
    public OptimizeSettings {
        require("max-drop", maxDrop >= 0 && maxDrop <= 100, "max-drop must be 0 to 100 points, got " + maxDrop);
        require("threads", threads >= 1, "threads must be at least 1, got " + threads);
        require(
                "int8",
                fold || fp16 || quantize.int8() || quantize.dynamic() || prune.isPresent(),
                "nothing is asked for: give at least one of fold, fp16, int8, dynamic and prune");
        require(
                "epochs",
                fineTune.epochs() == 0 || prune.isPresent(),
                "epochs are those of fine-tuning a pruned model: give prune, too, or aware for 8-bit integers");
        require(
                "lr",
                fineTune.rate().isEmpty() || fineTune.epochs() > 0 || quantize.awareEpochs() > 0,
                "lr is that of fine-tuning, and there is none: give epochs or aware, too");
    }

    private static void require(String setting, boolean valid, String sentence) {
        if (!valid) {
            throw new StokerException(sentence).about(setting);
        }
    }
}
