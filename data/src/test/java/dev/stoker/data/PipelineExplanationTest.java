package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import dev.stoker.core.random.Seed;
import dev.stoker.data.explain.ExplainedStep;
import dev.stoker.data.explain.PipelineWarning;
import dev.stoker.data.explain.PipelineWarning.Kind;
import dev.stoker.data.explain.StageKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PipelineExplanationTest {
    private static final Seed SEED = new Seed(7);

    private final Dataset<Long> elements = Dataset.range(100);

    private static <T> Cache<T> cache() {
        return Cache.memory(new Bytes(1_000), _ -> 8);
    }

    private static Dataset<Long> random(Dataset<Long> dataset) {
        return dataset.randomMap(new Seed(1), (element, random) -> element + random.nextInt(10));
    }

    private static List<Kind> warnings(Dataset<?> dataset) {
        return dataset.explanation().warnings().stream()
                .map(PipelineWarning::kind)
                .toList();
    }

    private static String warning(Dataset<?> dataset) {
        var warnings = dataset.explanation().warnings();
        assertThat(warnings).hasSize(1);
        return warnings.getFirst().message();
    }

    // ---- the text

    @Test
    void theTextIsATreeOfStepsTheLastOneFirst() {
        assertThat(elements.shuffle(SEED).repeat().map(i -> i + 1).batch(10).explain())
                .isEqualTo("""
                    batch 10                           one task per batch; the last batch of an epoch may be smaller
                    └ map                              in the task that reads the element
                      └ repeat                         by index, without a gap between epochs; every epoch has every element once, in an order of its own
                        └ shuffle                      a permutation of the index, without a buffer; all elements are shuffled, in another order every epoch
                          └ range 100                  random access, read by any worker
                    """);
    }

    @Test
    void theTextEndsWithTheWarnings() {
        assertThat(elements.batch(10).shuffle(SEED).explain())
                .endsWith(
                        "\nwarning: 'shuffle' comes after batch: whole batches are shuffled, and the same elements stay"
                                + " together; shuffle before batch\n");
    }

    @Test
    void bothInputsOfAStepAreBelowIt() {
        assertThat(elements.concat(elements.take(5)).explanation().steps())
                .extracting(step -> step.depth() + " " + step.title())
                .containsExactly("0 concat", "1 range 100", "1 take 5", "2 range 100");
    }

    // ---- the steps

    @Test
    void aStepSaysHowItsElementsCanBeComputedAndHowManyThereAre() {
        var steps = elements.filter(i -> i > 3)
                .shuffle(10, SEED)
                .map(i -> i + 1)
                .explanation()
                .steps();
        assertThat(steps)
                .extracting(ExplainedStep::title)
                .containsExactly("map", "shuffle window 10", "filter", "range 100");
        assertThat(steps)
                .extracting(ExplainedStep::kind)
                .containsExactly(
                        StageKind.STREAMED, StageKind.STREAMED, StageKind.ONE_TO_MANY, StageKind.RANDOM_ACCESS);
        assertThat(steps)
                .extracting(ExplainedStep::elements)
                .containsExactly(
                        OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.of(100));
        assertThat(StageKind.ONE_TO_MANY).hasToString("one-to-many");
    }

    private static String meaning(Dataset<?> dataset) {
        return dataset.explanation().steps().getFirst().meaning();
    }

    @Test
    void theSameStepMeansSomethingElseAfterAnotherOne() {
        assertThat(meaning(elements.repeat(2))).isEqualTo("every epoch has the same order");
        assertThat(meaning(elements.repeat(2).shuffle(SEED)))
                .isEqualTo("the elements of all epochs are shuffled together");
        assertThat(meaning(elements.shard(0, 2).shuffle(SEED)))
                .isEqualTo("the elements of this rank are shuffled, in another order every epoch");
        assertThat(meaning(elements.take(5))).isEqualTo("the first 5 elements, the same in every epoch");
        assertThat(meaning(elements.shuffle(SEED).take(5)))
                .isEqualTo("the first 5 elements of the shuffled order: others in every epoch");
        assertThat(meaning(elements.cache(cache()))).isEqualTo("later epochs read what the first one computed");
        assertThat(meaning(elements.shard(1, 4, ShardRemainder.DROPPED)))
                .isEqualTo("every 4th element from number 1 on; elements that do not reach all ranks are dropped");
        assertThat(meaning(elements.batch(8, LastBatch.DROPPED))).isEqualTo("a last batch that is not full is dropped");
        assertThat(meaning(random(elements))).isEqualTo("random numbers differ in every epoch");
    }

    // ---- the warnings

    @Test
    void theRecommendedOrderHasNoWarning() {
        var chain = random(elements.cache(cache()).shuffle(SEED).shard(0, 2))
                .batch(10)
                .repeat(3);
        assertThat(warnings(chain)).isEmpty();
    }

    @Test
    void aCacheAfterARandomTransformRepeatsTheSameAugmentation() {
        var chain = random(elements).cache(Cache.disk(Path.of("x"), "words", new Bytes(1), ElementCodec.number()));
        assertThat(warning(chain))
                .isEqualTo(
                        "'cache words on disk, 1 B' comes after 'randomMap': every epoch repeats the random values of"
                                + " the first one; cache before randomMap");
        assertThat(warnings(random(elements).map(i -> i).filter(_ -> true))).isEmpty();
        assertThat(warnings(random(elements.cache(cache())))).isEmpty();
    }

    @Test
    void aCacheAfterAShuffleKeepsTheOrderOfTheFirstEpoch() {
        assertThat(warnings(elements.shuffle(SEED).cache(cache()))).containsExactly(Kind.CACHE_AFTER_SHUFFLE);
        assertThat(warnings(elements.cache(cache()).shuffle(SEED))).isEmpty();
    }

    @Test
    void aShuffleAfterABatchMovesWholeBatches() {
        assertThat(warnings(elements.batch(10).shuffle(SEED))).containsExactly(Kind.SHUFFLE_AFTER_BATCH);
        assertThat(warnings(elements.shuffle(SEED).batch(10))).isEmpty();
        assertThat(warnings(elements.mapBatch(10, batch -> batch).shuffle(100, SEED)))
                .as("the elements of mapBatch are no batches")
                .isEmpty();
    }

    @Test
    void aShuffleAfterARepeatBlendsEpochs() {
        assertThat(warnings(elements.repeat(3).shuffle(SEED))).containsExactly(Kind.REPEAT_BEFORE_SHUFFLE);
        assertThat(warnings(elements.filter(_ -> true).repeat().shuffle(50, SEED)))
                .containsExactly(Kind.REPEAT_BEFORE_SHUFFLE);
        assertThat(warnings(elements.repeat(1).shuffle(SEED))).isEmpty();
    }

    @Test
    void aShuffleAfterAShardNeverMovesElementsBetweenRanks() {
        assertThat(warnings(elements.shard(0, 2).shuffle(SEED))).containsExactly(Kind.SHUFFLE_AFTER_SHARD);
    }

    @Test
    void aBatchAfterARepeatMaySpanEpochs() {
        assertThat(warning(elements.shuffle(SEED).repeat().batch(32)))
                .isEqualTo("'batch 32' comes after repeat: a batch may hold the end of one epoch and the beginning of"
                        + " the next; batch before repeat to keep epochs apart");
        assertThat(warnings(elements.repeat().batch(25)))
                .as("100 elements are 4 batches of 25")
                .isEmpty();
        assertThat(warnings(elements.repeat().filter(_ -> true).batch(25))).containsExactly(Kind.BATCH_SPANS_EPOCHS);
        assertThat(warnings(elements.batch(32).repeat())).isEmpty();
    }

    @Test
    void aWindowThatIsSmallerThanTheDatasetShufflesLittle() {
        assertThat(warning(elements.shuffle(99, SEED)))
                .isEqualTo("'shuffle window 99' holds fewer than the 100 elements, so they stay near their place;"
                        + " shuffle(seed) shuffles all of them without a buffer");
        assertThat(warnings(elements.shuffle(100, SEED))).isEmpty();
        assertThat(warnings(elements.filter(_ -> true).shuffle(5, SEED)))
                .as("a stream cannot be shuffled otherwise")
                .isEmpty();
    }

    @Test
    void ranksWithDifferentNumbersOfElementsWaitForEachOther() {
        assertThat(warnings(elements.shard(0, 3))).containsExactly(Kind.UNEVEN_SHARDS);
        assertThat(warnings(elements.shard(0, 3, ShardRemainder.WRAPPED))).isEmpty();
        assertThat(warnings(elements.shard(0, 4))).isEmpty();
    }

    @Test
    void twoRandomTransformsWithOneSeedGetTheSameRandomNumbers() {
        assertThat(warnings(random(random(elements)))).containsExactly(Kind.SHARED_SEED);
        assertThat(warnings(random(elements).randomMap(SEED, (element, _) -> element)))
                .isEmpty();
    }

    // ---- loaders

    @Test
    void aLoaderIsExplainedWithItsBatches() {
        var rows = elements.shuffle(SEED).repeat().rows(4, (index, _, _) -> index);
        var explanation = rows.batch(32).explanation();
        assertThat(explanation.steps().getFirst().title()).isEqualTo("loader batch 32");
        assertThat(explanation.steps().getFirst().execution()).isEqualTo("workers write rows into the batch");
        assertThat(explanation.warnings()).extracting(PipelineWarning::kind).containsExactly(Kind.BATCH_SPANS_EPOCHS);
        var apart = elements.shuffle(SEED)
                .rows(4, (index, _, _) -> index)
                .batch(32)
                .repeat(3)
                .skipCorrupt(5);
        assertThat(apart.explanation().steps().getFirst().title())
                .isEqualTo("loader batch 32, 3 epochs, skipCorrupt 5");
        assertThat(apart.explanation().warnings()).isEmpty();
    }

    // ---- random transforms

    @Test
    void aRandomMapGivesTheSameOnAnyNumberOfWorkersAndOtherValuesEachEpoch() {
        var chain = elements.randomMap(SEED, (element, random) -> random.nextInt(1_000_000))
                .repeat(2);
        List<Integer> one = all(chain, 1);
        assertThat(all(chain, 3)).isEqualTo(one);
        assertThat(one.subList(0, 100)).isNotEqualTo(one.subList(100, 200));
    }

    private static <T> List<T> all(Dataset<T> dataset, int workers) {
        try (var iterator = dataset.iterate(PipelineResources.workers(workers))) {
            var all = new ArrayList<T>();
            iterator.forEachRemaining(all::add);
            return all;
        }
    }
}
