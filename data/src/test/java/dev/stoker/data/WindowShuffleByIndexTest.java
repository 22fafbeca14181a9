package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.ShuffleWindow;
import dev.stoker.data.explain.PipelineWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowShuffleByIndexTest {
    private static final Seed SEED = new Seed(3);

    private static List<Long> read(Dataset<Long> dataset) {
        var elements = new ArrayList<Long>();
        try (var iterator = dataset.iterate(PipelineResources.workers(2))) {
            iterator.forEachRemaining(elements::add);
        }
        return elements;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 99, 100, 1000})
    void theOrderIsThatOfAWindowOverAStream(int window) {
        var elements = Dataset.range(100);
        assertThat(read(elements.shuffle(SEED, new ShuffleWindow(window)).repeat(3)))
                .isEqualTo(read(elements.shuffle(window, SEED).repeat(3)));
    }

    @Test
    void elementsKeepRandomAccess() {
        var shuffled = Dataset.range(100).shuffle(SEED, new ShuffleWindow(10));
        assertThat(shuffled.size()).isEqualTo(OptionalLong.of(100));
        assertThat(shuffled.explanation().warnings())
                .singleElement()
                .extracting(PipelineWarning::kind)
                .isEqualTo(PipelineWarning.Kind.SMALL_SHUFFLE_WINDOW);
    }
}
