package dev.stoker.train;

import dev.stoker.nn.Model;

/**
 * A part of a run that is trained in one way.
 *
 * @param title what is special about it, for people; empty where nothing is
 * @param model the net for the size of the images; it has the weights of the other phases' nets
 * @param epochs how long it lasts at most; the last one of a run lasts to its end
 * @param strength how much of the mixing of images there is: 0 for none, 1 for all
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
