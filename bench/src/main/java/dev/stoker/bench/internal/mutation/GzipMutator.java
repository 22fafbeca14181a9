package dev.stoker.bench.internal.mutation;

import dev.stoker.core.random.SeededRandom;

/** Damages what a gzip file holds, its members, or its bytes. */
public record GzipMutator(Mutator content) implements Mutator {

    @Override
    public byte[] mutate(byte[] original, byte[] other, SeededRandom random) {
        return switch (random.nextInt(6)) {
            case 0, 1, 2 ->
                Compression.gzip(content.mutate(Compression.gunzip(original), Compression.gunzip(other), random));
            case 3 -> ByteBlocks.concatenated(original, random.nextBoolean() ? other : original);
            default -> new ByteMutator().mutate(original, other, random);
        };
    }
}
