package dev.stoker.datasets.internal.split;

import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.ValidationChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Divides samples into those that are held out and the rest, class by class. */
public final class ClassHoldout {
    private ClassHoldout() {}

    /** The members that are held out; which ones depends on nothing but the seed and the names of the classes. */
    public static <T> List<T> of(Map<String, List<T>> byClass, ValidationChoice.Holdout holdout, Seed seed) {
        var held = new ArrayList<T>();
        byClass.forEach((name, members) -> {
            var order = new Permutation(members.size(), seed.forPurpose(name));
            for (int i = 0; i < members.size(); i++) {
                if (holdout.holds(i, members.size())) {
                    held.add(members.get((int) order.at(i)));
                }
            }
        });
        return held;
    }
}
