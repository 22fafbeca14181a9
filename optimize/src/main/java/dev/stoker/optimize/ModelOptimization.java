package dev.stoker.optimize;

import dev.stoker.core.StokerException;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.deploy.OptimizeReport;
import dev.stoker.job.deploy.OptimizeSettings;
import dev.stoker.job.deploy.PruneSettings;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.nn.Model;
import dev.stoker.nn.ModelSummary;
import dev.stoker.nn.WeightedModel;
import dev.stoker.nn.definition.ModelDefinition;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.optimize.aware.AwareTraining;
import dev.stoker.optimize.finetune.FineTuning;
import dev.stoker.optimize.fold.FoldedModel;
import dev.stoker.optimize.graph.GraphTranslator;
import dev.stoker.optimize.prune.MagnitudePruning;
import dev.stoker.optimize.prune.StructuredPruning;
import dev.stoker.optimize.quantize.HalfWeights;
import dev.stoker.optimize.quantize.Quantizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes variants of a model, each a file, and measures the files. */
final class ModelOptimization {
    private final TrainedModel trained;
    private final OptimizeSettings settings;
    private final Consumer<String> progress;
    private final LabeledSamples validation;
    private final VariantFolder folder;
    private final List<WrittenVariant> written = new ArrayList<>();

    ModelOptimization(TrainedModel trained, OptimizeSettings settings, Consumer<String> progress) {
        this.trained = trained;
        this.settings = settings;
        this.progress = progress;
        trained.requireImages();
        String data = settings.data()
                .or(trained::dataOfRun)
                .orElseThrow(
                        () -> new StokerException("the data of %s is not known, since no plan lies beside it; name it"
                                        .formatted(trained.path()))
                                .about("data"));
        validation = new LabeledSamples(trained, data, settings.threads());
        folder = new VariantFolder(trained.card(), settings, validation, progress);
    }

    OptimizeReport run() {
        var model = new WeightedModel(trained.model(), trained.weights());
        written.add(folder.write("fp32", graph(model)));
        var folded = FoldedModel.of(model);
        if (settings.fold()) {
            written.add(folder.write("folded", graph(folded)));
        }
        if (settings.fp16()) {
            written.add(folder.write("fp16", HalfWeights.of(graph(folded))));
        }
        quantize("", folded, folder);
        settings.prune().ifPresent(prune -> prune(model, prune));
        var report = new OptimizeReport(
                trained.card().model(),
                trained.card().task(),
                validation.data(),
                validation.count(),
                settings.maxDrop(),
                folder.measured(written));
        report.write(settings.folder());
        return report;
    }

    private OnnxGraph graph(WeightedModel model) {
        return GraphTranslator.translate(model.model(), model.weights(), ModelExport.input(trained.card(), true));
    }

    private void prune(WeightedModel model, PruneSettings prune) {
        var pruned = prune.structured() ? cut(model, prune) : thinned(model, prune);
        var card = card(pruned.model());
        SafetensorsWriter.write(
                settings.folder().resolve("pruned.safetensors"),
                pruned.weights().all(),
                card.toMetadata());
        var described = folder.describedBy(card);
        written.add(described
                .write("pruned", graph(pruned))
                .withSparsity(prune.structured() ? Map.of() : MagnitudePruning.sparsity(pruned.weights())));
        quantize("pruned-", FoldedModel.of(pruned), described);
    }

    private WeightedModel cut(WeightedModel model, PruneSettings prune) {
        var smaller = StructuredPruning.of(model, prune.share(), prune.scope());
        progress.accept("pruned: %,d of %,d multiply-adds stay"
                .formatted(
                        ModelSummary.of(smaller.model()).multiplyAdds(),
                        ModelSummary.of(model.model()).multiplyAdds()));
        int epochs = settings.fineTune().epochs();
        return epochs == 0 ? smaller : fineTuning().train("pruned", smaller, epochs, Map.of());
    }

    private WeightedModel thinned(WeightedModel model, PruneSettings prune) {
        int epochs = settings.fineTune().epochs();
        if (epochs == 0) {
            return MagnitudePruning.of(model, prune.share(), prune.scope());
        }
        var keys = Map.of(
                "prune",
                Double.toString(prune.share()),
                "prune-scope",
                prune.scope().name().toLowerCase(Locale.ROOT));
        return fineTuning().train("pruned", model, epochs, keys);
    }

    /** What a file of these layers says of itself. */
    private ModelCard card(Model model) {
        var card = trained.card();
        return new ModelCard(
                card.model(),
                Optional.of(YamlWriter.line(ModelDefinition.write(model))),
                card.classes(),
                card.input(),
                card.normalization(),
                card.transforms(),
                card.table(),
                card.plan(),
                card.scaling(),
                card.dividedSamples());
    }

    private FineTuning fineTuning() {
        return new FineTuning(
                trained, validation.data(), settings.folder().resolve("runs"), settings.fineTune(), progress);
    }

    /** What is asked for in integers, under names that begin with {@code prefix}. */
    private void quantize(String prefix, WeightedModel folded, VariantFolder into) {
        var variants = new IntegerVariant(trained, validation.data(), settings.threads(), into, progress);
        var graph = graph(folded);
        if (settings.quantize().int8()) {
            var quantizer = new Quantizer(graph);
            var measured =
                    MeasuredRanges.of(trained, validation.data(), quantizer, settings.quantize(), settings.threads());
            progress.accept("%sint8: calibrated on %d images".formatted(prefix, measured.images()));
            written.add(variants.write(prefix + "int8", QuantizableGraph.ofStatic(quantizer, measured.ranges())));
            if (settings.quantize().awareEpochs() > 0
                    && prefix.isEmpty() == settings.prune().isEmpty()) {
                written.add(aware(
                        prefix + "int8-aware", new AwareTraining(folded, quantizer, measured.ranges()), variants));
            }
        }
        if (settings.quantize().dynamic()) {
            written.add(variants.write(prefix + "int8-dynamic", QuantizableGraph.ofDynamic(graph)));
        }
    }

    /** Weights that were pruned stay so. */
    private WrittenVariant aware(String name, AwareTraining training, IntegerVariant variants) {
        var pruned = settings.prune().filter(prune -> !prune.structured());
        var keys = pruned.map(prune -> Map.of("prune", Double.toString(prune.share()), "prune-rise", "1e-9"))
                .orElse(Map.of());
        var result = training.train(fineTuning(), name, settings.quantize().awareEpochs(), keys);
        return variants.write(name, QuantizableGraph.ofStatic(new Quantizer(graph(result.model())), result.ranges()));
    }
}
