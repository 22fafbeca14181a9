package dev.stoker.train.step;

/**
 * Knowledge distillation (Hinton et al., 2015): the model is trained towards the probabilities of a teacher besides its labels. Both
 * sides are softened by a temperature, and the divergence counts by its square, so that its gradients stay as large as those of labels
 * whatever the temperature.
 *
 * @param weight share of the divergence in the loss; the loss of the labels has the rest
 * @param temperature that logits are divided by; the higher, the more the improbable classes count
 */
public record Distillation(Teacher teacher, double weight, double temperature) {
    public Distillation {
        if (!(weight > 0 && weight <= 1)) {
            throw new IllegalArgumentException("the distillation weight must be above 0 and at most 1, got " + weight);
        }
        if (!(temperature > 0 && Double.isFinite(temperature))) {
            throw new IllegalArgumentException("the distillation temperature must be above 0, got " + temperature);
        }
    }
}
