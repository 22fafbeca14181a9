package dev.stoker.cli;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.job.AugmentationSheet;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows augmented images. Besides the options below, every key of the plan is one. */
@Command(
        name = "augment",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Contact sheet: writes one HTML file with training images of several classes, each beside what augmentation"
                    + " makes of it, as the model would get it from `stoker train` with the same flags.",
            "Opens the data; trains nothing and creates no run folder."
        })
final class AugmentCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private PlanArguments arguments;

    @Option(names = "--out", paramLabel = "FILE", description = "HTML file to write (augmentation.html)")
    private Path out = Path.of("augmentation.html");

    @Option(names = "--samples", paramLabel = "N", description = "training images to show (8)")
    private int samples = 8;

    @Option(names = "--variants", paramLabel = "N", description = "augmented variants of each (8)")
    private int variants = 8;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    private AugmentCommand() {}

    static CommandLine commandLine() {
        return PlanFlags.commandLine(new AugmentCommand(), Map.of());
    }

    @Override
    public Integer call() {
        var sheet = AugmentationSheet.write(arguments.plan(), samples, variants, out);
        if (output.json()) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("file", sheet.file().toString());
            fields.put("samples", sheet.samples());
            fields.put("variants", sheet.variants());
            System.out.println(Json.write(fields));
        } else if (!output.quiet()) {
            System.out.printf("%s: %d images with %d variants each%n", sheet.file(), sheet.samples(), sheet.variants());
        }
        return 0;
    }
}
