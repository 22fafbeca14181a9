package dev.stoker.cli;

import dev.stoker.cli.internal.command.Version;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.Bytes;
import dev.stoker.core.PrintableText;
import dev.stoker.job.Environment;
import dev.stoker.telemetry.hardware.Gpus;
import dev.stoker.telemetry.log.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the environment. */
@Command(
        name = "env",
        mixinStandardHelpOptions = true,
        description =
                "Shows the environment: hardware, drivers and libraries for training, and what is missing; include it"
                        + " in a bug report.")
final class EnvCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        var environment = Environment.ofThisMachine();
        if (output.json()) {
            System.out.println(Json.write(environment.fields()));
        } else if (!output.quiet()) {
            show(environment);
        }
        return 0;
    }

    private static void show(Environment environment) {
        row("stoker", new Version().getVersion()[0].replace("stoker ", ""));
        row("java", environment.java());
        row("system", environment.operatingSystem());
        row(
                "CPU",
                "%s, %d cores"
                        .formatted(
                                environment.processor().model(),
                                environment.processor().cores()));
        row("instructions", String.join(" ", environment.processor().instructionSets()));
        row("memory", "%s, %s free".formatted(environment.memory(), environment.memoryAvailable()));
        environment.conditions().forEach(condition -> row(condition.name(), condition.text()));
        showGpus(environment.gpus());
        row("libtorch", "%s, %s build".formatted(environment.torch(), environment.gpuBuild() ? "CUDA" : "CPU"));
        environment
                .libraries()
                .forEach(library -> row(
                        library.fileName(),
                        library.loads() ? "found" : "missing: " + library.title() + "; " + library.remedy()));
        row("cuda", environment.whyNoCuda().map(reason -> "no: " + reason).orElse("ready"));
    }

    private static void showGpus(Gpus gpus) {
        switch (gpus) {
            case Gpus.Missing(String reason) -> row("gpu", "none: " + reason);
            case Gpus.Found found -> {
                row("driver", "%s, up to CUDA %s".formatted(found.driverVersion(), found.cudaVersion()));
                found.devices()
                        .forEach(gpu -> row(
                                "gpu " + gpu.index(),
                                describe(gpu.name(), gpu.totalMemory(), gpu.computeCapability())));
            }
        }
    }

    private static String describe(String name, Bytes memory, String capability) {
        return "%s, %s, compute capability %s".formatted(name, memory, capability);
    }

    private static void row(String title, String value) {
        System.out.printf("%-18s %s%n", title, PrintableText.of(value));
    }
}
