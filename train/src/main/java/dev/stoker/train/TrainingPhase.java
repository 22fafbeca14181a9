package dev.stoker.train;

import dev.stoker.nn.Model;

/**
 * A part of a run with its own data and image size.
 *
 * @param title what is particular about it, for display; may be empty
 * @param model the model for this image size; it shares its weights with the models of the other phases
 * @param epochs its largest length; the last phase lasts to the end of the run
 * @param strength the scale of Mixup and CutMix: 0 for none, 1 for all
 */
public record TrainingPhase(String title, Model model, TrainingData data, int epochs, double strength) {
    public TrainingPhase {
        if (epochs < 1) {
            throw new IllegalArgumentException("a phase lasts at least 1 epoch, got " + epochs);
        }
        if (!(strength >= 0 && strength <= 1)) {
            throw new IllegalArgumentException("strength must be between 0 and 1, got " + strength);
        }
    }
}
