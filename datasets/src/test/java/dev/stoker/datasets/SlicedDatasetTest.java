package dev.stoker.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlicedDatasetTest {
    private static LabeledDataset sliced(String training, String validation, String test) {
        return SlicedDataset.of(Datasets.open(Datasets.BUILT_IN, 28), slice(training), slice(validation), slice(test));
    }

    private static Optional<SplitSlice> slice(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(SplitSlice.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "train[:10%], 7, 0, 1",
        "train[10%:], 7, 1, 7",
        "train[2:5], 7, 2, 5",
        "train[-3:], 7, 4, 7",
        "train[:-50%], 7, 0, 3",
        "val[33.3%:66.6%], 1000, 333, 666",
        "test, 7, 0, 7"
    })
    void aSliceIsARangeOfSamples(String text, int size, int from, int to) {
        assertThat(SplitSlice.parse(text).samples(size))
                .hasValueSatisfying(found -> assertThat(found)
                        .containsExactly(IntStream.range(from, to).toArray()));
        assertThat(SplitSlice.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"train[8:]", "train[:9]", "train[3:3]", "train[-9:]", "train[5:2]"})
    void aSliceOutsideTheSplitHasNoSamples(String text) {
        assertThat(SplitSlice.parse(text).samples(7)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "trian", "train[", "train[:]x", "train[a:]", "train[:120%]", "train[1.5:]", "train[1]"})
    void whatIsNoSliceIsRefused(String text) {
        assertThatThrownBy(() -> SplitSlice.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("such as train[:10%]");
    }

    @Test
    void slicesThatMeetShareNothingAndLeaveNothingOut() {
        var set = sliced("train[12.5%:]", "train[:12.5%]", "");
        assertThat(set.training().size()).isEqualTo(8750);
        assertThat(set.validation().orElseThrow().size()).isEqualTo(1250);
        assertThat(set.test().orElseThrow().size()).isEqualTo(2000);
    }

    @Test
    void aDatasetWithoutSlicesIsTheSame() {
        try (var set = Datasets.open(Datasets.BUILT_IN, 28)) {
            assertThat(SlicedDataset.of(set, Optional.empty(), Optional.empty(), Optional.empty()))
                    .isSameAs(set);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "train[:50%] | train[40%:] | '' | the training and the validation split share 1,000 samples"
                        + " (train[:50%] and train[40%:])",
                "'' | train[:10%] | '' | the training and the validation split share 1,000 samples (train and"
                        + " train[:10%])",
                "train[:20000] | '' | '' | train-split is train[:20000], which is no range of the 10,000 samples of",
                "'' | val[:5] | '' | validation-split is val[:5], but fashion-mnist-mini has no val split",
                "train[:3] | '' | '' | train[:3] has no sample of class",
            })
    void slicesThatCannotBeTrainedOnAreRefused(String training, String validation, String test, String message) {
        assertThatThrownBy(() -> sliced(training, validation, test))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(message);
    }
}
