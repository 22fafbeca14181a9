package dev.stoker.lab.scaling;

import dev.stoker.job.RigFacts;
import java.util.List;

/**
 * What a step of one rank costs.
 *
 * @param seconds of a step without other ranks
 * @param straggler seconds that a rank waits for the slowest one, on average
 * @param gradients of the layers, in the order of the forward pass
 */
public record StepCost(double seconds, double straggler, List<Gradient> gradients) {
    /** For each product of the forward pass, backward computes two. */
    private static final double BACKWARD = 2.0 / 3;

    /**
     * The gradient of a layer.
     *
     * @param bytes that are sent
     * @param share of the backward pass that computes it
     */
    public record Gradient(double bytes, double share) {}

    public StepCost {
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("a step must take time, got " + seconds);
        }
        gradients = List.copyOf(gradients);
    }

    /** Of layers whose weights are sent with so many bytes each. */
    public static StepCost of(
            double seconds, double straggler, List<RigFacts.LayerLoad> layers, double bytesPerWeight) {
        double all = layers.stream().mapToLong(RigFacts.LayerLoad::multiplyAdds).sum();
        return new StepCost(
                seconds,
                straggler,
                layers.stream()
                        .map(layer -> new Gradient(
                                bytesPerWeight * layer.parameters(), all == 0 ? 0 : layer.multiplyAdds() / all))
                        .toList());
    }

    double backward() {
        return BACKWARD * seconds;
    }

    /** All gradients together. */
    public double bytes() {
        return gradients.stream().mapToDouble(Gradient::bytes).sum();
    }
}
