package dev.stoker.tensor.collective;

import java.time.Duration;

/**
 * Where the ranks of a group find each other.
 *
 * @param rank this process, counted from 0
 * @param world how many processes there are
 * @param storeAddress the host of the {@link RendezvousStore}, as this process reaches it
 * @param storePort its port
 * @param localAddress the address or name of this host under which the other ranks reach it
 * @param timeout after this long without an answer of another rank, a call fails
 */
public record Rendezvous(
        int rank, int world, String storeAddress, int storePort, String localAddress, Duration timeout) {
    public Rendezvous {
        if (world < 1) {
            throw new IllegalArgumentException("world must be at least 1, got " + world);
        }
        if (rank < 0 || rank >= world) {
            throw new IllegalArgumentException("rank must be from 0 to %d, got %d".formatted(world - 1, rank));
        }
        if (storePort < 1 || storePort > 65_535) {
            throw new IllegalArgumentException("the store's port must be from 1 to 65535, got " + storePort);
        }
        if (storeAddress.isBlank() || localAddress.isBlank()) {
            throw new IllegalArgumentException(
                    "addresses must not be blank, got '%s' and '%s'".formatted(storeAddress, localAddress));
        }
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException("the timeout must be at least a millisecond, got " + timeout);
        }
    }
}
