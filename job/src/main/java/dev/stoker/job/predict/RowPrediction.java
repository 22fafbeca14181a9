package dev.stoker.job.predict;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a model says about one row of a table.
 *
 * @param row its number, from 1, the first after the names of the columns
 * @param classes the most probable ones, the best first; none where the row could not be classified
 * @param values what a model of regression predicts, a number for each target; none of a classifier
 * @param problem why it could not be classified; empty where it was
 */
public record RowPrediction(
        long row,
        List<Prediction.ClassProbability> classes,
        List<Prediction.TargetValue> values,
        Optional<String> problem)
        implements Answer {
    public RowPrediction {
        classes = List.copyOf(classes);
        values = List.copyOf(values);
    }

    @Override
    public String sample() {
        return Long.toString(row);
    }

    @Override
    public Map<String, Object> fields() {
        return Answer.fields("row", row, this);
    }
}
