package dev.stoker.cli;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.process.InterruptHandler;
import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.distribute.launch.Host;
import dev.stoker.distribute.launch.Hosts;
import dev.stoker.job.Rig;
import dev.stoker.job.RigFacts;
import dev.stoker.job.plan.Plan;
import dev.stoker.lab.scaling.ScalingMeasurement;
import dev.stoker.lab.scaling.ScalingReport;
import dev.stoker.lab.scaling.ScalingSettings;
import dev.stoker.telemetry.hardware.Gpus;
import dev.stoker.telemetry.log.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what more ranks give. Besides the options below, every key of the plan is one. */
@Command(
        name = "scaling",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Measures what more ranks give: trains a plan on 1, 2, 4 … ranks, in turn, each with the same images per"
                + " rank (--batch), and with gradients sent during the backward pass and after it. Prints throughput,"
                + " efficiency, the shares of communication and of waiting for the slowest rank, and what a model"
                + " predicts for these and for 8, 64 and 512 devices, as Markdown.",
            "Ranks run on all GPUs of this host or else on its cores, or on hosts (-H). Keeps no run."
        })
final class BenchScalingCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private PlanArguments arguments;

    @Option(
            names = {"-n", "--ranks"},
            paramLabel = "N,N",
            description = "numbers of ranks, such as 2,4,8 (powers of two up to the GPUs or cores)")
    private @Nullable String ranks;

    @Option(
            names = {"-H", "--hosts"},
            paramLabel = "HOSTS",
            description = "hosts and their ranks, such as a:4,b:4; rank 0 is on the first (this host)")
    private @Nullable String hosts;

    @Option(names = "--ssh", paramLabel = "COMMAND", description = "ssh and its options, for hosts (ssh)")
    private @Nullable String ssh;

    @Option(
            names = "--buckets",
            paramLabel = "SIZES",
            description = "gradient bucket sizes to compare, such as 1MiB,4MiB (that of the plan)")
    private @Nullable String buckets;

    @Option(names = "--steps", paramLabel = "N", description = "steps of each run, the first sixth as warm-up (60)")
    private int steps = 60;

    @Option(names = "--rounds", paramLabel = "N", description = "rounds, of which the median is taken (3)")
    private int rounds = 3;

    @Option(
            names = "--latency",
            paramLabel = "MICROSECONDS",
            description = "latency of a message between ranks, for predictions (50)")
    private double latency = 50;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    private BenchScalingCommand() {}

    static CommandLine commandLine() {
        return PlanFlags.commandLine(new BenchScalingCommand(), Map.of());
    }

    /** What is known of a plan before anything runs. */
    private record Known(int batch, boolean onGpu, Bytes bucket, List<RigFacts.LayerLoad> layers) {
        static Known of(Plan plan) {
            try (var rig = Rig.open(plan)) {
                return new Known(
                        rig.batch(),
                        rig.isOnGpu(),
                        rig.gradientBucket(),
                        rig.facts().layers());
            }
        }
    }

    @Override
    public Integer call() {
        var plan = arguments.planOrFileToRun();
        if (plan.training().globalBatch().isPresent()) {
            throw new StokerException("global-batch is for all ranks together; give batch, the images of each rank")
                    .about("global-batch");
        }
        try (var _ = InterruptHandler.watch(BenchScalingCommand::say, "stopped; nothing was kept")) {
            var known = Known.of(plan);
            var measured = ScalingMeasurement.of(
                    settings(known), known.batch, output.quiet() ? _ -> {} : BenchScalingCommand::say);
            int bytes = plan.distributed().settings().bytesPerGradient();
            show(ScalingReport.of(measured, known.layers, bytes));
        }
        return 0;
    }

    private static void say(String line) {
        System.err.println(line);
    }

    private void show(ScalingReport report) {
        if (output.json()) {
            System.out.println(Json.write(report.fields()));
        } else {
            report.markdown().forEach(System.out::println);
        }
    }

    private ScalingSettings settings(Known known) {
        var launch = new ArrayList<String>();
        int most = known.onGpu ? gpus() : Runtime.getRuntime().availableProcessors();
        int onOneHost = most;
        if (hosts != null) {
            var placed = Hosts.parse(hosts);
            most = placed.size();
            onOneHost = placed.all().stream().mapToInt(Host::slots).max().orElse(1);
            launch.addAll(List.of("-H", hosts));
        }
        if (ssh != null) {
            launch.addAll(List.of("--ssh", ssh));
        }
        return new ScalingSettings(
                numbers(most),
                buckets(known),
                launch,
                words(arguments, known.onGpu, onOneHost),
                steps,
                rounds,
                latency * 1e-6);
    }

    /** Flags of each training. */
    static List<String> words(PlanArguments arguments, boolean onGpu, int ranksOfHost) {
        var words = new ArrayList<>(arguments.words());
        if (!onGpu && !arguments.keys().containsKey("threads")) {
            // The same for every number of ranks: otherwise a rank alone would have the cores of all.
            int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / ranksOfHost);
            words.addAll(List.of("--threads", Integer.toString(threads)));
        }
        return words;
    }

    static int gpus() {
        return Gpus.probe() instanceof Gpus.Found found ? found.devices().size() : 1;
    }

    private List<Integer> numbers(int most) {
        if (ranks == null) {
            return IntStream.iterate(1, n -> n <= most, n -> 2 * n).boxed().toList();
        }
        return Arrays.stream(ranks.split(",", -1))
                .map(text -> FlagValues.numberOrAuto("ranks", text, 1).orElse(most))
                .toList();
    }

    private List<Bytes> buckets(Known known) {
        if (buckets == null) {
            return List.of(known.bucket);
        }
        return Arrays.stream(buckets.split(",", -1)).map(Bytes::parse).toList();
    }
}
