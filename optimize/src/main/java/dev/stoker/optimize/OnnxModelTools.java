package dev.stoker.optimize;

import dev.stoker.job.deploy.ExportReport;
import dev.stoker.job.deploy.ExportSettings;
import dev.stoker.job.deploy.ModelTools;
import dev.stoker.job.deploy.OnnxModel;
import dev.stoker.job.deploy.OptimizeReport;
import dev.stoker.job.deploy.OptimizeSettings;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.tensor.TensorScope;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Found by {@link java.util.ServiceLoader}. */
public final class OnnxModelTools implements ModelTools {
    @Override
    public ExportReport export(Path weights, ExportSettings settings) {
        try (var trained = TrainedModel.open(weights);
                var _ = TensorScope.open("export")) {
            return new ModelExport(trained, settings).run();
        }
    }

    @Override
    public OptimizeReport optimize(Path weights, OptimizeSettings settings, Consumer<String> progress) {
        try (var trained = TrainedModel.open(weights);
                var _ = TensorScope.open("optimize")) {
            return new ModelOptimization(trained, settings, progress).run();
        }
    }

    @Override
    public OnnxModel load(Path file, int threads) {
        return LoadedOnnxModel.open(file, threads);
    }
}
