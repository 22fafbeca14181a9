package dev.stoker.optimize;

import dev.stoker.job.deploy.ModelVariant;
import dev.stoker.job.predict.TrainedModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** Finds which layers of a variant in integers stay in floats: those without which it loses too much accuracy, or speed. */
record IntegerVariant(TrainedModel trained, String data, int threads, VariantFolder folder, Consumer<String> progress) {
    private static final double LEAST_GAIN = 1.03;

    /** The variant; where it loses too much accuracy whichever layers stay in floats, the most accurate one. */
    WrittenVariant write(String name, QuantizableGraph graph) {
        var accurate = accurate(name, graph);
        return folder.accepts(accurate) ? faster(accurate, graph) : accurate;
    }

    /** Twice as many of the most sensitive layers stay in floats until the loss of accuracy is allowed. */
    private WrittenVariant accurate(String name, QuantizableGraph graph) {
        var written = written(name, graph, List.of());
        if (folder.accepts(written)) {
            return written;
        }
        progress.accept(
                "%s: how sensitive %d layers are".formatted(name, graph.layers().size()));
        var sensitive = new LayerSensitivity(trained, data, threads).mostSensitiveFirst(graph);
        for (int count = 1; count < sensitive.size() && !folder.accepts(written); count *= 2) {
            written = written(name, graph, sensitive.subList(0, count));
        }
        return written;
    }

    private WrittenVariant written(String name, QuantizableGraph graph, List<String> inFloats) {
        return folder.write(name, graph.quantized().apply(Set.copyOf(inFloats)), inFloats);
    }

    /**
     * With the first layer in floats where that is faster: integers are multiplied in groups over channels, of which images have few
     * (3×3 over one channel: 0.71 ms in integers, 0.13 ms in floats).
     */
    private WrittenVariant faster(WrittenVariant accurate, QuantizableGraph graph) {
        String first = graph.layers().getFirst();
        if (accurate.floatLayers().contains(first)) {
            return accurate;
        }
        var layers = new ArrayList<>(accurate.floatLayers());
        layers.add(first);
        var other = written(accurate.name() + "-first-layer-in-floats", graph, layers);
        var speeds = folder.speeds(List.of(accurate, other));
        boolean better = folder.accepts(other) && throughput(speeds, other) > LEAST_GAIN * throughput(speeds, accurate);
        try {
            if (!better) {
                Files.delete(other.file());
                return accurate;
            }
            Files.move(
                    other.file(), accurate.file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        progress.accept("%s: %s is faster in floats".formatted(accurate.name(), first));
        return new WrittenVariant(accurate.name(), accurate.file(), other.accuracy(), layers, Map.of());
    }

    private static double throughput(Map<String, ModelVariant.Speed> speeds, WrittenVariant variant) {
        return Objects.requireNonNull(speeds.get(variant.name())).throughput();
    }
}
