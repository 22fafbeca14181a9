package dev.stoker.cli.internal.command;

import dev.stoker.bench.near.NearSimulation;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.telemetry.log.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Simulates caches of samples. */
@Command(
        name = "near",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Simulates the hit rates of caches that hold a part of the samples: LRU, Belady, which knows the"
                + " future, and the fixed part that --near of train keeps.")
public final class BenchNearCommand implements Callable<Integer> {
    @Option(names = "--samples", paramLabel = "N", description = "samples of an epoch (100000)")
    private int samples = 100_000;

    @Option(names = "--cached", paramLabel = "SHARE", description = "share of the samples that a cache holds (0.5)")
    private double cached = 0.5;

    @Option(names = "--epochs", paramLabel = "N", description = "epochs (5)")
    private int epochs = 5;

    @Option(
            names = "--ranks",
            paramLabel = "N",
            description = "ranks that share each epoch, each with a cache of its own (1)")
    private int ranks = 1;

    @Option(names = "--seed", paramLabel = "N", description = "seed of the order (1)")
    private long seed = 1;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        if (samples < ranks || ranks < 1 || epochs < 2 || !(cached >= 0 && cached <= 1)) {
            throw new StokerException(
                            "near needs a sample for each rank, 2 epochs or more, and a cached share of 0 to 1, got %d samples, %d ranks, %d epochs and %s"
                                    .formatted(samples, ranks, epochs, cached))
                    .about("samples", "ranks", "epochs", "cached");
        }
        var rates = new NearSimulation(samples, cached, epochs, ranks, new Seed(seed)).run();
        if (output.json()) {
            System.out.println(Json.write(fields(rates)));
        } else if (!output.quiet()) {
            show(rates);
        }
        return 0;
    }

    private Map<String, Object> fields(List<NearSimulation.HitRate> rates) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("samples", samples);
        fields.put("cached", cached);
        fields.put("epochs", epochs);
        fields.put("ranks", ranks);
        fields.put(
                "policies",
                rates.stream()
                        .map(rate -> Map.of(
                                "policy", rate.policy(), "hits_after_first_epoch", rate.later(), "hits", rate.all()))
                        .toList());
        return fields;
    }

    private void show(List<NearSimulation.HitRate> rates) {
        System.out.printf(
                "%,d samples, %.1f %% of them cached%s, %d epochs%n%n",
                samples, 100 * cached, ranks == 1 ? "" : " by each of %d ranks".formatted(ranks), epochs);
        System.out.printf("%-30s%24s%12s%n", "hits", "after the first epoch", "overall");
        for (var rate : rates) {
            System.out.printf("%-30s%22.1f %%%10.1f %%%n", rate.policy(), 100 * rate.later(), 100 * rate.all());
        }
    }
}
