/**
 * What an evaluation reports: loss, accuracy, top-5 accuracy and the confusion matrix; and test-time augmentation. It
 * never touches training or the source of the data.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.train.evaluation;

import org.jspecify.annotations.NullMarked;
