package dev.stoker.train.internal.parallel;

import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.train.Checkpoints;
import dev.stoker.train.DamagedCheckpoint;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.evaluation.Evaluation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The checkpoints of rank 0, which the others read through it: no file system has to be shared. All ranks have the same state, so
 * rank 0 alone keeps it.
 */
public record RankCheckpoints(Checkpoints ofFirst, Communicator communicator) implements Checkpoints {
    private boolean isFirst() {
        return communicator.rank() == 0;
    }

    /** Known on rank 0 only. */
    @Override
    public Optional<TrainingProgress> latest() {
        return ofFirst.latest();
    }

    @Override
    public Optional<TrainingProgress> restore(Map<String, Tensor> state) {
        var found = isFirst() ? ofFirst.restore(state) : Optional.<TrainingProgress>empty();
        var text = communicator.broadcast(found.map(RankCheckpoints::bytes).orElse(new byte[0]), 0);
        send(state); // also where there is no checkpoint: rank 0 may start from weights that the others do not have
        if (text.length == 0) {
            return Optional.empty();
        }
        return Optional.of(isFirst() ? found.orElseThrow() : progress(text));
    }

    private static byte[] bytes(TrainingProgress progress) {
        return progress.toText().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining("\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static TrainingProgress progress(byte[] text) {
        return TrainingProgress.ofText(new String(text, StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1])));
    }

    /** Overwrites tensors with those of rank 0. */
    public void send(Map<String, Tensor> tensors) {
        try (var _ = Gradients.off()) {
            tensors.values().forEach(tensor -> communicator.broadcast(tensor, 0));
        }
    }

    @Override
    public List<DamagedCheckpoint> damaged() {
        return ofFirst.damaged();
    }

    @Override
    public void describe(Map<String, String> metadata) {
        ofFirst.describe(metadata);
    }

    @Override
    public Session open(StagingAllocator staging) {
        return ofFirst.open(staging);
    }

    @Override
    public void reserve(Map<String, Tensor> state, Map<String, Tensor> weights) {
        ofFirst.reserve(state, weights);
    }

    @Override
    public void save(TrainingProgress progress, Map<String, Tensor> state) {
        ofFirst.save(progress, state);
    }

    @Override
    public void saveBest(Map<String, Tensor> weights, TrainingProgress progress, Evaluation validation) {
        ofFirst.saveBest(weights, progress, validation);
    }

    @Override
    public boolean restoreBest(Map<String, Tensor> weights) {
        byte[] answer = {(byte) (isFirst() && ofFirst.restoreBest(weights) ? 1 : 0)};
        boolean found = communicator.broadcast(isFirst() ? answer : new byte[0], 0)[0] == 1;
        if (found) {
            send(weights);
        }
        return found;
    }

    @Override
    public void finish() {
        ofFirst.finish();
    }
}
