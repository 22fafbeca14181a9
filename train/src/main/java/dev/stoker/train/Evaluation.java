package dev.stoker.train;

import java.util.Optional;

/**
 * What a model is worth on the test pictures: mean loss, the shares whose class came first and among the first five, and,
 * unless there are thousands of classes, who was taken for whom.
 */
public record Evaluation(double loss, double accuracy, double topFive, long images, Optional<Confusion> confusion) {
    public Score score() {
        return new Score(loss, accuracy);
    }
}
