package dev.stoker.job.predict;

import dev.stoker.train.evaluation.Classifier;
import dev.stoker.train.evaluation.Evaluation;

/** Computes logits of rows, in batches of a size. */
interface RowClassifier extends AutoCloseable {
    /** On all batches of a feed, whose labels are classes of the model. */
    Evaluation evaluate(Classifier.FeedOpener feed);

    /** Passes on the logits of all batches of a feed, in order. */
    void classify(Classifier.FeedOpener feed, Classifier.LogitsConsumer consumer);

    @Override
    void close();
}
