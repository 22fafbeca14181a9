package dev.stoker.datasets;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.internal.split.ClassHoldout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A dataset with the validation split of a run.
 *
 * @param dataset with a validation split; a split that was divided still belongs to the dataset before
 * @param origin where its validation split comes from, where it is not stored as such
 */
public record DividedDataset(LabeledDataset dataset, Optional<String> origin) {
    /** What is said of a run whose validation split is the test split. */
    public static final String TEST_AS_VALIDATION =
            "the test split: the best weights are selected on it, so their accuracy is optimistic";

    /** Divides a dataset; the same seed gives the same samples. */
    public static DividedDataset of(LabeledDataset stored, ValidationChoice choice, Seed seed) {
        if (stored instanceof MixedDataset mixed) {
            return mixed.divided(choice, seed);
        }
        return switch (choice) {
            case ValidationChoice.Auto _ ->
                stored.validation().isPresent()
                        ? new DividedDataset(stored, Optional.empty())
                        : heldOut(
                                stored,
                                ValidationChoice.Auto.share(stored.test().isPresent()),
                                seed);
            case ValidationChoice.Holdout holdout -> heldOut(stored, holdout, seed);
            case ValidationChoice.TestSplit _ -> testAsValidation(stored);
        };
    }

    private static DividedDataset testAsValidation(LabeledDataset stored) {
        if (stored.test().isEmpty() && stored.validation().isPresent()) {
            return new DividedDataset(stored, Optional.empty());
        }
        if (stored.test().isEmpty()) {
            throw new StokerException("%s has no test split that could be used for validation; give a share instead"
                            .formatted(stored.name()))
                    .about("validation");
        }
        return new DividedDataset(
                stored.withSplits(stored.training(), stored.test(), Optional.empty()), Optional.of(TEST_AS_VALIDATION));
    }

    /** A stored validation split is left for the test where no other is stored. */
    private static DividedDataset heldOut(LabeledDataset stored, ValidationChoice.Holdout holdout, Seed seed) {
        if (stored.validation().isPresent() && stored.test().isPresent()) {
            throw new StokerException("%s has a validation and a test split of its own; remove validation and folds"
                            .formatted(stored.name()))
                    .about("validation", "folds");
        }
        var training = stored.training();
        var byClass = byClass(stored);
        refuseEmpty(stored, byClass, holdout);
        int[] held = sorted(ClassHoldout.of(byClass, holdout, seed));
        var isHeld = new boolean[training.size()];
        IntStream.of(held).forEach(sample -> isHeld[sample] = true);
        int[] rest = IntStream.range(0, training.size())
                .filter(sample -> !isHeld[sample])
                .toArray();
        return new DividedDataset(
                stored.withSplits(
                        training.select(rest),
                        Optional.of(training.select(held)),
                        stored.test().or(stored::validation)),
                Optional.of(holdout.toString()));
    }

    private static Map<String, List<Integer>> byClass(LabeledDataset stored) {
        var byClass = new TreeMap<String, List<Integer>>();
        int[] all = IntStream.range(0, stored.training().size()).toArray();
        int[] at = {0};
        stored.training().labels(all, label -> {
            byClass.computeIfAbsent(group(stored, label), _ -> new ArrayList<>())
                    .add(all[at[0]++]);
            return true;
        });
        return byClass;
    }

    /** Samples without one class are divided together, since of most rows of targets there are few. */
    private static String group(LabeledDataset stored, int label) {
        return stored.targets().isPresent() ? "" : stored.classes().get(label);
    }

    /** A class without a sample on either side would make its figures meaningless. */
    private static void refuseEmpty(
            LabeledDataset stored, Map<String, List<Integer>> byClass, ValidationChoice.Holdout holdout) {
        int needed = holdout instanceof ValidationChoice.Fold fold ? fold.folds() : 2;
        byClass.forEach((name, members) -> {
            if (members.size() < needed) {
                throw new StokerException(
                                "class '%s' of %s has %d of the %d training samples that %s needs of each class; add samples, remove the class, or keep a validation split in a folder val"
                                        .formatted(name, stored.name(), members.size(), needed, holdout))
                        .about("validation", "folds");
            }
        });
    }

    private static int[] sorted(List<Integer> samples) {
        return samples.stream().mapToInt(sample -> sample).sorted().toArray();
    }
}
