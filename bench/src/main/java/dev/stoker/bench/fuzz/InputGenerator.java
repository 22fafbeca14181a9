package dev.stoker.bench.fuzz;

import dev.stoker.bench.internal.format.FuzzInput;
import dev.stoker.bench.internal.format.FuzzTarget;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;

/** The input of a number: the same seed, format and number give the same bytes. */
final class InputGenerator {
    private final Seed seed;

    InputGenerator(long seed) {
        this.seed = new Seed(seed);
    }

    FuzzInput input(FuzzTarget target, String format, long index) {
        var random = new SeededRandom(seed.forPurpose(format).derive(index));
        var corpus = target.corpus();
        byte[] original = corpus.get(random.nextInt(corpus.size()));
        byte[] other = corpus.get(random.nextInt(corpus.size()));
        return new FuzzInput(original, target.mutator().mutate(original, other, random));
    }
}
