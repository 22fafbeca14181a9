package dev.stoker.bench.internal.mutation;

import dev.stoker.core.random.SeededRandom;

/** Damages a file; the same numbers give the same damage. */
@FunctionalInterface
public interface Mutator {

    /** A damaged copy; {@code other} is another file of the same format, to take parts of. */
    byte[] mutate(byte[] original, byte[] other, SeededRandom random);

    /** This one or that one, with equal probability. */
    default Mutator or(Mutator that) {
        return (original, other, random) -> (random.nextBoolean() ? this : that).mutate(original, other, random);
    }

    /** That one after this one, for one file in four. */
    default Mutator sometimesThen(Mutator that) {
        return (original, other, random) -> {
            byte[] once = mutate(original, other, random);
            return random.nextInt(4) == 0 ? that.mutate(once, other, random) : once;
        };
    }
}
