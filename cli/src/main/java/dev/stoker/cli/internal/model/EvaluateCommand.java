package dev.stoker.cli.internal.model;

import dev.stoker.cli.internal.console.EvaluationPrinter;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.job.predict.EvaluatedPart;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Evaluates a trained model on labeled data. */
@Command(
        name = "evaluate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Evaluates the best weights of a run on any data that `stoker train` takes; classes are matched by name.",
            "It computes as the evaluations of the run did, so the same images give the same accuracy."
        })
public final class EvaluateCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ModelArguments model;

    @Parameters(index = "1", paramLabel = "DATA", description = "dataset: a name, a folder or a file, as for `train`")
    private String data = "";

    @Option(
            names = "--split",
            paramLabel = "WHICH",
            description =
                    "samples: test, validation, train, all, or auto: the test split, else the validation split; of data"
                            + " without splits, the samples that the run had for validation where it is its data, else"
                            + " all (auto)")
    private String split = "auto";

    @Option(
            names = "--skip-corrupt",
            paramLabel = "N",
            description = "maximum number of corrupt images to skip before failing (0)")
    private @Nullable String skipCorrupt;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "any key of a plan about data")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--confusion", description = "confusion matrix: print it, and add it to JSON")
    private boolean confusion;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        var part = Choices.of("split", split, EvaluatedPart.values());
        if (skipCorrupt != null) {
            settings.put("skip-corrupt", skipCorrupt);
        }
        var printer = new EvaluationPrinter(output, confusion);
        try (var predictor = model.open(settings)) {
            predictor.notes().forEach(printer::note);
            printer.print(predictor.evaluate(data, part));
            return 0;
        }
    }
}
