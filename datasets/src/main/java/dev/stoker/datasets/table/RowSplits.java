package dev.stoker.datasets.table;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.DividedDataset;
import dev.stoker.datasets.ValidationChoice;
import java.util.Optional;

/**
 * The rows of each split.
 *
 * @param origin where the rows for validation come from, where they have no file of their own
 */
record RowSplits(LabeledRows training, LabeledRows validation, Optional<LabeledRows> test, Optional<String> origin) {
    /** The rows of files that can be read and have a label, divided by the settings. */
    static RowSplits of(TableFiles files, RowLabels labels, TableSettings settings, SkippedRows skipped) {
        var training = LabeledRows.of(files.training(), labels, skipped);
        var validation = files.validation().map(file -> LabeledRows.of(file, labels, skipped));
        var test = files.test().map(file -> LabeledRows.of(file, labels, skipped));
        return switch (settings.validation()) {
            case ValidationChoice.Auto _ ->
                validation
                        .map(rows -> new RowSplits(training, rows, test, Optional.empty()))
                        .orElseGet(
                                () -> heldOut(training, test, ValidationChoice.Auto.share(test.isPresent()), settings));
            case ValidationChoice.TestSplit _ ->
                new RowSplits(
                        training,
                        test.orElseThrow(() -> noTest(files)),
                        Optional.empty(),
                        Optional.of(DividedDataset.TEST_AS_VALIDATION));
            case ValidationChoice.Holdout holdout -> {
                refuseStored(files);
                yield heldOut(training, test.or(() -> validation), holdout, settings);
            }
        };
    }

    private static RowSplits heldOut(
            LabeledRows all, Optional<LabeledRows> test, ValidationChoice.Holdout holdout, TableSettings settings) {
        var held = all.heldOut(holdout, settings.seed());
        return new RowSplits(all.without(held), held, test, Optional.of(holdout.toString()));
    }

    private static StokerException noTest(TableFiles files) {
        return new StokerException(
                        "%s has no test.csv beside it that could be used for validation; give a share instead"
                                .formatted(files.training().path()))
                .about("validation");
    }

    private static void refuseStored(TableFiles files) {
        if (files.validation().isPresent() && files.test().isPresent()) {
            throw new StokerException("%s has files for validation and test beside it; remove validation and folds"
                            .formatted(files.training().path()))
                    .about("validation", "folds");
        }
    }
}
