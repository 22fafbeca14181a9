package dev.stoker.data.record;

import dev.stoker.core.random.SeededRandom;
import java.util.Arrays;

/** Damage as disks, networks and editors do it. */
public final class Mutation {
    private Mutation() {}

    /** A damaged copy; which damage and where depends on the draws alone. */
    public static byte[] of(byte[] bytes, SeededRandom draws) {
        return switch (draws.nextInt(5)) {
            case 0 -> Arrays.copyOf(bytes, draws.nextInt(bytes.length));
            case 1 -> inserted(bytes, draws);
            case 2 -> overwritten(bytes, draws);
            default -> flipped(bytes, draws);
        };
    }

    private static byte[] flipped(byte[] bytes, SeededRandom draws) {
        byte[] damaged = bytes.clone();
        for (int flips = 1 + draws.nextInt(3); flips > 0; flips--) {
            damaged[draws.nextInt(bytes.length)] ^= (byte) (1 << draws.nextInt(8));
        }
        return damaged;
    }

    private static byte[] inserted(byte[] bytes, SeededRandom draws) {
        int position = draws.nextInt(bytes.length + 1);
        byte[] noise = Payloads.bytes(1 + draws.nextInt(40), draws);
        byte[] damaged = Arrays.copyOf(bytes, bytes.length + noise.length);
        System.arraycopy(bytes, position, damaged, position + noise.length, bytes.length - position);
        System.arraycopy(noise, 0, damaged, position, noise.length);
        return damaged;
    }

    private static byte[] overwritten(byte[] bytes, SeededRandom draws) {
        byte[] damaged = bytes.clone();
        int from = draws.nextInt(bytes.length);
        Arrays.fill(damaged, from, Math.min(bytes.length, from + 1 + draws.nextInt(30)), (byte) -draws.nextInt(2));
        return damaged;
    }
}
