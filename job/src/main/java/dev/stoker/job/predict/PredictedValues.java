package dev.stoker.job.predict;

import dev.stoker.data.label.TargetScaling;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The numbers that rows of outputs stand for, in the units of the data. */
record PredictedValues(List<String> names, TargetScaling scaling) {
    /** Empty where the outputs are no numbers. */
    Optional<List<Prediction.TargetValue>> of(MemorySegment outputs, int row) {
        var values = new ArrayList<Prediction.TargetValue>();
        for (int target = 0; target < names.size(); target++) {
            double output = outputs.getAtIndex(ValueLayout.JAVA_FLOAT, (long) row * names.size() + target);
            if (!Double.isFinite(output)) {
                return Optional.empty();
            }
            values.add(new Prediction.TargetValue(names.get(target), scaling.original(target, output)));
        }
        return Optional.of(values);
    }
}
