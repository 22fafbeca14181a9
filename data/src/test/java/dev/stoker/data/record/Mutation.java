package dev.stoker.data.record;

import dev.stoker.core.random.SeededRandom;
import java.util.Arrays;

/** Corrupts bytes as disks, networks and editors do. */
public final class Mutation {
    private Mutation() {}

    /** A corrupt copy; the kind and place of the corruption depend on the random numbers alone. */
    public static byte[] of(byte[] bytes, SeededRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> Arrays.copyOf(bytes, random.nextInt(bytes.length));
            case 1 -> inserted(bytes, random);
            case 2 -> overwritten(bytes, random);
            default -> flipped(bytes, random);
        };
    }

    private static byte[] flipped(byte[] bytes, SeededRandom random) {
        byte[] damaged = bytes.clone();
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
            damaged[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return damaged;
    }

    private static byte[] inserted(byte[] bytes, SeededRandom random) {
        int position = random.nextInt(bytes.length + 1);
        byte[] noise = Payloads.bytes(1 + random.nextInt(40), random);
        byte[] damaged = Arrays.copyOf(bytes, bytes.length + noise.length);
        System.arraycopy(bytes, position, damaged, position + noise.length, bytes.length - position);
        System.arraycopy(noise, 0, damaged, position, noise.length);
        return damaged;
    }

    private static byte[] overwritten(byte[] bytes, SeededRandom random) {
        byte[] damaged = bytes.clone();
        int from = random.nextInt(bytes.length);
        Arrays.fill(damaged, from, Math.min(bytes.length, from + 1 + random.nextInt(30)), (byte) -random.nextInt(2));
        return damaged;
    }
}
